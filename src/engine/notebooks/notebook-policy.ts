import { lstatSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import type { AccessRule } from '../access.ts';
import { parseRule } from '../access-rule.ts';
import { SlipboxError } from '../errors.ts';
import { findJsonFile, isAbsence, withFile } from './json-file.ts';

/** Where a notebook says what tools may see and change of it. It lies out of reach of every tool: its name begins with a dot. */
const policyFile = '.slipbox.json';

/** A file changed twice within this time may look the same from outside. */
const racyTime = 2000;

/** Answers the `policy` in a notebook's own file as it is now, read again when the file has changed. */
export function openPolicy(root: string): () => AccessRule | undefined {
  const file = join(root, policyFile);
  let known: { mark: string; rule: AccessRule | undefined } | undefined;
  return () => {
    const stats = findStats(file);
    if (stats === undefined) {
      known = undefined;
      return undefined;
    }
    const { ino, size, mtimeMs, ctimeMs } = stats;
    const mark = `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
    if (known?.mark !== mark || Date.now() - Math.max(mtimeMs, ctimeMs) < racyTime) {
      const rule = readPolicy(file);
      const isSame = JSON.stringify(rule) === JSON.stringify(known?.rule);
      known = { mark, rule: isSame ? known?.rule : rule };
    }
    return known.rule;
  };
}

function findStats(file: string): Stats | undefined {
  try {
    // A link that leads nowhere is not the same as no file: whoever made it meant a policy.
    return statSync(file, { throwIfNoEntry: false }) ?? lstatSync(file, { throwIfNoEntry: false });
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw withFile(error, file);
  }
}

function readPolicy(file: string): AccessRule | undefined {
  const json = findJsonFile(file);
  if (json === undefined) throw invalid(file, 'not a file that can be read');
  const { policy, ...others } = json.value;
  // whoever wrote `hidden` a level too high meant to hide something
  const unknown = Object.keys(others).find((key) => key !== '$schema');
  if (unknown !== undefined) throw invalid(file, `unknown key ${JSON.stringify(unknown)}, expected policy`);
  if (policy === undefined) return undefined;
  const parsed = parseRule(policy);
  if ('fault' in parsed) throw invalid(file, parsed.fault);
  return parsed.rule;
}

function invalid(file: string, fault: string): SlipboxError {
  return new SlipboxError('CONFIG_INVALID', `Invalid policy in ${file}: ${fault}`, {
    hint: 'The notebook stays closed until its policy can be read: ask its owner to correct the file',
    details: { file, key: 'policy' },
  });
}
