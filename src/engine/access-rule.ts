import { type AccessRule, globFault } from './access.ts';

const keys = ['read', 'write', 'hidden'] as const;

export type ParsedRule = { readonly rule: AccessRule } | { readonly fault: string };

/** Reads a rule from JSON. A key that is not known is a fault: a rule with a slip in it would allow what nobody meant to. */
export function parseRule(raw: unknown): ParsedRule {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    return { fault: 'expected an object with any of read, write, hidden' };
  const given = raw as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(given).find((key) => !keys.some((known) => known === key));
  if (unknown !== undefined)
    return { fault: `unknown key ${JSON.stringify(unknown)}, expected any of read, write, hidden` };
  const rule: { -readonly [K in keyof AccessRule]: AccessRule[K] } = {};
  for (const key of keys) {
    const globs = given[key];
    if (globs === undefined) continue;
    if (!Array.isArray(globs)) return { fault: `${key}: expected a list of folders or patterns` };
    for (const glob of globs) {
      const expected = globFault(glob);
      if (expected !== undefined)
        return { fault: `${key}: expected ${expected}, got ${JSON.stringify(glob)?.slice(0, 200)}` };
    }
    rule[key] = globs as string[];
  }
  return { rule };
}
