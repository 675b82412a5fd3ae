import { SlipboxError } from '../errors.ts';

interface PageOfNotes {
  readonly limit: number;
  readonly offset: number;
}

/** A call of `notes` from inside the sandbox, checked: all of it comes from the function's own code. */
export type NotesCall = PageOfNotes &
  (
    | { readonly method: 'list'; readonly pattern?: string }
    | { readonly method: 'get'; readonly note: string; readonly content: boolean }
    | { readonly method: 'search'; readonly query: string }
    | { readonly method: 'links' | 'backlinks'; readonly note: string }
  );

const options = {
  list: ['pattern', 'limit', 'offset'],
  get: ['content'],
  search: ['limit', 'offset'],
  links: ['limit', 'offset'],
  backlinks: ['limit', 'offset'],
} as const;

const pages = {
  list: [500, 1_000],
  get: [1, 1],
  search: [20, 100],
  links: [500, 1_000],
  backlinks: [500, 1_000],
};
const longestText = 4_096;

export function parseNotesCall(name: string, args: string): NotesCall {
  const method = (Object.keys(options) as (keyof typeof options)[]).find((one) => one === name);
  if (method === undefined) throw invalid(name, 'there is no such method');
  const given = JSON.parse(args) as unknown[];
  const [first, second] = method === 'list' ? [undefined, given[0]] : given;
  const chosen = parseOptions(method, second);
  const [standard = 1, most = 1] = pages[method];
  const limit = Math.min(most, wholeNumber(method, 'limit', chosen.limit, 1) ?? standard);
  const offset = wholeNumber(method, 'offset', chosen.offset, 0) ?? 0;
  const page = { limit, offset };
  switch (method) {
    case 'list': {
      if (chosen.pattern === undefined) return { method, ...page };
      return { method, pattern: text(method, 'pattern', chosen.pattern), ...page };
    }
    case 'search':
      return { method, query: text(method, 'the query', first), ...page };
    case 'get': {
      const { content = true } = chosen;
      if (typeof content !== 'boolean') throw invalid(method, 'content is to be true or false');
      return { method, note: text(method, 'the note', first), content, ...page };
    }
    default:
      return { method, note: text(method, 'the note', first), ...page };
  }
}

function parseOptions(method: keyof typeof options, given: unknown): Record<string, unknown> {
  if (given === undefined || given === null) return {};
  const allowed: readonly string[] = options[method];
  if (typeof given !== 'object' || Array.isArray(given))
    throw invalid(method, `its options are to be an object with ${allowed.join(', ')}`);
  const stray = Object.keys(given).find((key) => !allowed.includes(key));
  if (stray !== undefined)
    throw invalid(method, `unknown option ${stray.slice(0, 80)}, it takes ${allowed.join(', ')}`);
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}

function wholeNumber(method: string, name: string, value: unknown, least: number): number | undefined {
  if (value === undefined) return undefined;
  if (Number.isSafeInteger(value) && (value as number) >= least) return value as number;
  throw invalid(method, `${name} is to be a whole number of at least ${least}`);
}

function text(method: string, name: string, value: unknown): string {
  if (typeof value === 'string' && value !== '' && value.length <= longestText) return value;
  throw invalid(method, `${name} is to be a text of 1 to ${longestText} characters`);
}

function invalid(method: string, problem: string): SlipboxError {
  return new SlipboxError('INVALID_PARAMS', `notes.${method.slice(0, 80)}: ${problem}`);
}
