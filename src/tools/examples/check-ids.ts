import { type Finding, finding } from './issue.ts';

const forms = {
  sessionId: /\bsession_\d{13}_[a-z0-9]{9}\b/g,
  workspaceId: /\bws_\d{13}_\w{1,80}\b/g,
} as const;

type IdKey = keyof typeof forms;

/**
 * The ids of one conversation: each call is to go on with those before it, or use one that was told before, as in the answer to
 * createSession. `systemText` may say which ids there are; then it begins with one of them.
 */
export class IdsInUse {
  readonly #announced: Record<IdKey, Set<string>>;
  readonly #told = new Set<string>();
  readonly #last: Partial<Record<IdKey, string>> = {};

  constructor(systemText: string) {
    this.#announced = {
      sessionId: new Set(systemText.match(forms.sessionId)),
      workspaceId: new Set(systemText.match(forms.workspaceId)),
    };
  }

  /** Takes in what was said or answered before the next call. */
  hear(text: string): void {
    for (const form of Object.values(forms)) for (const id of text.match(form) ?? []) this.#told.add(id);
  }

  check(context: unknown): Finding[] {
    const given = (typeof context === 'object' && context !== null ? context : {}) as Record<string, unknown>;
    const keys = Object.keys(forms) as IdKey[];
    return keys.map((key) => this.#checkOne(key, given[key])).filter((one) => one !== undefined);
  }

  #checkOne(key: IdKey, given: unknown): Finding | undefined {
    if (typeof given !== 'string' || !isOfForm(key, given)) return undefined;
    const last = this.#last[key];
    const expected = last === undefined ? [...this.#announced[key]] : [last];
    const isNone = last === undefined && given === 'default';
    if (expected.length === 0 || expected.includes(given) || isNone || this.#told.has(given)) {
      this.#last[key] = given;
      return undefined;
    }
    return finding(
      'CONTEXT_ID_CHANGED',
      `/arguments/context/${key}`,
      `${key} is ${given.slice(0, 60)}, not ${expected.slice(0, 3).join(' or ')}`,
      last === undefined
        ? 'Use the id that the system message names'
        : 'Go on with the id that was used before',
    );
  }
}

/** A malformed id has been found so already. */
function isOfForm(key: IdKey, given: string): boolean {
  return (key === 'workspaceId' && given === 'default') || given.match(forms[key])?.[0] === given;
}
