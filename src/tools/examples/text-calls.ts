import { findJsonEnd, type Parsed, parseJson } from './scan-json.ts';

/** A call as the text of a message writes it. */
export interface TextCall {
  readonly tool: string;
  readonly args: Parsed;
  readonly result?: Parsed;
}

const unfinished: Parsed = { fault: 'it does not end' };

/** The calls in a message of a model, in any of the forms models are taught. */
export function findTextCalls(text: string): TextCall[] {
  return [...findPlainCalls(text), ...findMarkedLists(text), ...findTagged(text)];
}

/** `tool_call: NAME`, `arguments: {…}`, and `Result: {…}` after an empty line. */
function findPlainCalls(text: string): TextCall[] {
  const heads = [...text.matchAll(/^[ \t]*tool_call:[ \t]*(\S+)[ \t]*\r?\n\s*arguments:\s*/gm)];
  return heads.map((head, index) => {
    // no JSON reaches into the next head: in its strings a line never ends
    const block = text.slice(head.index + head[0].length, heads[index + 1]?.index);
    const { value: args, end } = takeJson(block, 0);
    const marked = /^\s*Result:\s*/.exec(block.slice(end));
    if (marked === null) return { tool: head[1]!, args };
    return { tool: head[1]!, args, result: takeJson(block, end + marked[0].length).value };
  });
}

/** `[TOOL_CALLS] [{"name": …, "arguments": …}]`. */
function findMarkedLists(text: string): TextCall[] {
  return takeAll(text, /\[TOOL_CALLS\]\s*/g).flatMap((taken) => {
    if (taken.fault !== undefined) return [{ tool: '', args: taken }];
    return Array.isArray(taken.value) ? taken.value.map(asCall) : [asCall(taken.value)];
  });
}

/** `<tool_call>{"name": …, "arguments": …}</tool_call>`. */
function findTagged(text: string): TextCall[] {
  return takeAll(text, /<tool_call>\s*/g).map((taken) =>
    taken.fault === undefined ? asCall(taken.value) : { tool: '', args: taken },
  );
}

/** Results in a message of their own: `Result: {…}`, `<tool_response>{…}`, `[TOOL_RESULTS] {…}`. */
export function findTextResults(text: string): Parsed[] {
  return takeAll(text, /(?:^[ \t]*Result:|<tool_response>|\[TOOL_RESULTS\])\s*/gm);
}

function takeAll(text: string, mark: RegExp): Parsed[] {
  const found: Parsed[] = [];
  for (let match = mark.exec(text); match !== null; match = mark.exec(text)) {
    const { value, end } = takeJson(text, mark.lastIndex);
    found.push(value);
    mark.lastIndex = end;
  }
  return found;
}

/** What stands there as JSON. One that never ends reaches to the end of the text. */
function takeJson(text: string, start: number): { value: Parsed; end: number } {
  const end = findJsonEnd(text, start);
  return end === undefined
    ? { value: unfinished, end: text.length }
    : { value: parseJson(text.slice(start, end)), end };
}

/** One entry of a list of calls; its arguments may be JSON in a string. */
export function asCall(entry: unknown): TextCall {
  const { name, arguments: given } = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<
    string,
    unknown
  >;
  const args = typeof given === 'string' ? parseJson(given) : { value: given ?? {} };
  return { tool: typeof name === 'string' ? name : '', args };
}
