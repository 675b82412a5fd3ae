import { type Finding, finding, show, step } from './issue.ts';
import { type Parsed, parseJson } from './scan-json.ts';
import { asCall, findTextCalls, findTextResults } from './text-calls.ts';

/** One call of a conversation, with its result where the example has one. */
export interface ExampleCall {
  /** JSON pointer to the message or tool call in the record. */
  readonly place: string;
  readonly tool: string;
  readonly args: Parsed;
  result?: Parsed;
  /** What was said before it, besides its own message. */
  readonly before: number;
}

export interface ExampleRecord {
  readonly calls: readonly ExampleCall[];
  /** What each message says, for ids that were given out before they are used. */
  readonly texts: readonly string[];
  readonly systemText: string;
  /** False: an example not to follow. */
  readonly label: boolean;
  readonly findings: readonly Finding[];
}

const roles = new Set(['system', 'developer', 'user', 'assistant', 'tool']);
const labels = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  ['desirable', true],
  ['undesirable', false],
]);

type Fields = Record<string, unknown>;
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The conversation of one line. What is wrong with its form is among the findings; the rest is still read. */
export function parseRecord(line: string): ExampleRecord {
  const parsed = parseJson(line);
  if (parsed.fault !== undefined || !isObject(parsed.value)) {
    const why = parsed.fault ?? `got ${show(parsed.value)}`;
    return nothing(
      finding('LINE_INVALID', '', `Not a JSON object: ${why}`, 'Write one JSON object per line'),
    );
  }
  const key = 'conversations' in parsed.value ? 'conversations' : 'messages';
  const messages = parsed.value[key];
  if (!Array.isArray(messages) || messages.length === 0)
    return nothing(
      finding(
        'CONVERSATION_MISSING',
        step(key),
        'There are no messages',
        'Give "conversations": [{"role": …, "content": …}]',
      ),
    );
  const { calls, texts, systemText, findings } = readMessages(messages, step(key));
  const { label } = parsed.value;
  const known = label === undefined || label === null ? true : labels.get(label);
  if (known === undefined)
    findings.push(finding('LABEL_INVALID', '/label', `Invalid label: ${show(label)}`, 'Give true or false'));
  return { calls, texts, systemText, label: known ?? true, findings };
}

function nothing(fault: Finding): ExampleRecord {
  return { calls: [], texts: [], systemText: '', label: true, findings: [fault] };
}

interface Reading {
  calls: ExampleCall[];
  /** Calls by the id that results name them with. */
  byId: Map<string, ExampleCall>;
  texts: string[];
  systemText: string;
  findings: Finding[];
}

function readMessages(messages: readonly unknown[], place: string): Reading {
  const reading: Reading = { calls: [], byId: new Map(), texts: [], systemText: '', findings: [] };
  for (const [index, message] of messages.entries())
    readMessage(isObject(message) ? message : {}, index, `${place}${step(index)}`, reading);
  if (!messages.some((message) => isObject(message) && message.role === 'user'))
    reading.findings.push(
      finding('ROLE_INVALID', place, 'No message is by a user', 'Begin with what the user asks for'),
    );
  return reading;
}

function readMessage(message: Fields, index: number, place: string, reading: Reading): void {
  const { role, content } = message;
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls : [];
  const text = textOf(content);
  reading.texts.push(text ?? '');
  if (typeof role !== 'string' || !roles.has(role))
    reading.findings.push(
      finding(
        'ROLE_INVALID',
        `${place}/role`,
        `Invalid role: ${show(role)}`,
        `Give ${[...roles].join(', ')}`,
      ),
    );
  if (text === undefined ? calls.length === 0 : text.trim() === '' && calls.length === 0)
    reading.findings.push(
      finding(
        'CONTENT_INVALID',
        `${place}/content`,
        `No text: ${show(content)}`,
        'Say something, or call a tool',
      ),
    );
  if (role === 'system' || role === 'developer') reading.systemText += `${text ?? ''}\n`;
  if (role === 'assistant') readCalls(text ?? '', calls, index, place, reading);
  else if (role === 'tool') takeResult(parseResult(text ?? ''), message.tool_call_id, place, reading);
  else if (role === 'user')
    for (const result of findTextResults(text ?? '')) takeResult(result, undefined, place, reading);
}

function readCalls(
  text: string,
  calls: readonly unknown[],
  index: number,
  place: string,
  reading: Reading,
): void {
  for (const call of findTextCalls(text))
    reading.calls.push({ ...call, place: `${place}/content`, before: index });
  for (const [at, entry] of calls.entries()) {
    const { id, function: called } = isObject(entry) ? entry : {};
    const call = { ...asCall(called ?? entry), place: `${place}/tool_calls${step(at)}`, before: index };
    reading.calls.push(call);
    if (typeof id === 'string') reading.byId.set(id, call);
  }
}

/** A result belongs to the call it names, or else to the first that has none. */
function takeResult(result: Parsed, id: unknown, place: string, { calls, byId, findings }: Reading): void {
  const call = typeof id === 'string' ? byId.get(id) : calls.find((one) => one.result === undefined);
  if (call === undefined || call.result !== undefined)
    findings.push(
      finding(
        'RESULT_WITHOUT_CALL',
        place,
        typeof id === 'string'
          ? `No open call has the id ${show(id)}`
          : 'There is no call left it could belong to',
        'Give each call one result, after it',
      ),
    );
  else call.result = result;
}

/** What a tool said: JSON, or text as it is. */
function parseResult(text: string): Parsed {
  return /^\s*[[{"]/.test(text) ? parseJson(text) : { value: text };
}

/** The text of a message, also when it comes in parts. */
function textOf(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return undefined;
  const parts = content.map((part) => (isObject(part) && typeof part.text === 'string' ? part.text : ''));
  return parts.join('\n');
}
