/** What can be wrong with an example. The codes are for programs to match and do not change. */
export const issueCodes = {
  LINE_INVALID: 'The line is not one JSON object',
  CONVERSATION_MISSING: 'There is no list of messages under `conversations` or `messages`',
  ROLE_INVALID: 'A message is by nobody known, or no message is by a user',
  CONTENT_INVALID: 'A message says nothing',
  LABEL_INVALID: '`label` is neither true nor false',
  ARGUMENTS_UNPARSABLE: 'The arguments of a call are not a JSON object',
  TOOL_UNKNOWN: 'There is no tool of that name',
  PARAMETER_UNKNOWN: 'The tool has no such parameter',
  PARAMETER_MISSING: 'A required parameter is not given',
  PARAMETER_TYPE: 'A parameter is of the wrong type',
  PARAMETER_RANGE: 'A parameter is outside its limits',
  CONTEXT_MISSING: 'A claudesidian call has no `context`',
  CONTEXT_FIELD_MISSING: 'A field of `context` is missing or empty',
  CONTEXT_ID_INVALID: 'An id is not of its form',
  CONTEXT_ID_CHANGED: 'An id is neither the one used before nor one that was given out',
  RESULT_UNPARSABLE: 'The result of a call is not JSON',
  RESULT_WITHOUT_CALL: 'There is a result for no call',
  RESULT_NESTING: 'Fields are inside `data` that belong beside it, or the reverse',
  RESULT_FIELD_RENAMED: 'A field has the name of another tool or time',
  RESULT_FIELD_UNKNOWN: 'The tool answers with no such field',
  RESULT_FIELD_MISSING: 'A field that the tool always answers with is missing',
  RESULT_TYPE: 'A field is of the wrong type',
  RESULT_RANGE: 'A field is outside its limits',
  RESULT_SUCCESS: 'The result claims success and an error at once, or neither',
  RESULT_ERROR_UNKNOWN: 'No tool of this dialect fails in these words',
  RESULT_MISMATCH: 'The result does not follow from the arguments',
  REPLAY_OUTCOME: 'The call succeeded where it should fail, or the reverse',
  REPLAY_SHAPE: 'The real answer has no such field, or another type',
  REPLAY_FIELD: 'The real answer has another value',
} as const;

export type IssueCode = keyof typeof issueCodes;

export interface Issue {
  readonly code: IssueCode;
  /** `info`: the example is labelled as one not to follow. */
  readonly severity: 'error' | 'info';
  /** Line of the file, from 1. */
  readonly line: number;
  /** Which call of the conversation, from 0; absent when it is about the record. */
  readonly call?: number;
  readonly tool?: string;
  /** JSON pointer into the record: the message or tool call. */
  readonly place: string;
  /** JSON pointer into the call, which is `{tool, arguments, result}`. */
  readonly pointer?: string;
  readonly message: string;
  readonly hint: string;
}

/** An issue before it is known which record it belongs to. */
export type Finding = Pick<Issue, 'code' | 'message' | 'hint'> & { pointer: string };

export function finding(code: IssueCode, pointer: string, message: string, hint: string): Finding {
  return { code, pointer, message, hint };
}

/** A key as a step of a JSON pointer. */
export function step(key: string | number): string {
  return `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1').slice(0, 80)}`;
}

/** A value in a message: what came in may be deep or huge. */
export function show(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
