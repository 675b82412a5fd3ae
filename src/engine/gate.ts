import { join } from 'node:path';
import { type AccessRule, narrowCaller, seesAll } from './access.ts';
import type { Call, Caller } from './call.ts';
import type { LoadedConfig } from './config.ts';
import type { Knows, NotebookRef } from './notebooks/discover.ts';
import { openPolicy } from './notebooks/notebook-policy.ts';
import type { InnerNotebook } from './notebooks/survey.ts';

type Gate = (caller: Caller, ref: Pick<NotebookRef, 'policies' | 'inner'>) => Caller;

/** Narrows callers to what a notebook's policies allow: those of the configuration and that of its own file. */
export function openGate(root: string): Gate {
  const ownPolicy = openPolicy(root);
  const findHidden = openInner(root);
  let rules: readonly AccessRule[] = [];
  let narrowed = new WeakMap<Caller, Caller>();
  return (caller, { policies = [], inner = [] }) => {
    if (caller.unbound) return caller;
    const own = ownPolicy();
    const now = [...policies, ...(own ? [own] : []), ...inner.flatMap(findHidden)];
    if (now.length === 0) return caller;
    if (now.length !== rules.length || now.some((rule, place) => rule !== rules[place])) {
      rules = now;
      narrowed = new WeakMap();
    }
    const result = narrowed.get(caller) ?? rules.reduce(narrowCaller, caller);
    narrowed.set(caller, result);
    return result;
  };
}

/** A notebook inside another, with a policy of its own, is hidden there as a whole: its rules are about its own paths. */
function openInner(root: string): (inner: InnerNotebook) => AccessRule[] {
  const known = new Map<string, { policy: () => AccessRule | undefined; rule: AccessRule }>();
  return ({ path, hasPolicy }) => {
    const found = known.get(path) ?? {
      policy: openPolicy(join(root, path)),
      rule: { hidden: [path.replace(/[\\*?[\]{}]/g, '\\$&')] },
    };
    known.set(path, found);
    return hasPolicy || isThere(found.policy) ? [found.rule] : [];
  };
}

/** A policy that cannot be read is one all the same. */
function isThere(policy: () => AccessRule | undefined): boolean {
  try {
    return policy() !== undefined;
  } catch {
    return true;
  }
}

/** The call of a narrowed caller. While it waits for the index it is not told how many notes there are. */
export function boundCall(call: Call, caller: Caller): Call {
  if (seesAll(caller)) return caller === call.caller ? call : { ...call, caller };
  let reports = 0;
  const progress = () => call.progress({ done: ++reports, total: undefined, message: 'Indexing' });
  return { ...call, caller, progress };
}

/** The lists of notebooks that a caller is held to, each of them. */
export function knownTo({ notebooks, within = [] }: Caller): (readonly string[])[] {
  return [...(notebooks ? [notebooks] : []), ...within.flatMap(knownTo)];
}

export function knowledgeOf(caller: Caller): Knows {
  const lists = knownTo(caller);
  if (lists.length === 0) return undefined;
  return ({ name, path }) =>
    lists.every((list) => list.some((one) => one.normalize('NFC') === name || one === path));
}

/** Only who may see all of a notebook may name folders that are none yet: there is no policy for those. */
export function configFor(config: LoadedConfig, caller: Caller): LoadedConfig {
  const isFree = seesAll(caller) && knownTo(caller).length === 0;
  return isFree || !config.openNotebooks ? config : { ...config, openNotebooks: false };
}
