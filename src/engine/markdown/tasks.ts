import { isBlankAfter, trimEnd } from './block-starts.ts';
import type { NoteTask } from './note-scan.ts';

type TaskField = 'due' | 'scheduled' | 'start' | 'completed';

const emojiDates: ReadonlyMap<string, TaskField> = new Map([
  ['📅', 'due'],
  ['📆', 'due'],
  ['🗓', 'due'],
  ['⏳', 'scheduled'],
  ['⌛', 'scheduled'],
  ['🛫', 'start'],
  ['✅', 'completed'],
]);
const emojiPriorities: ReadonlyMap<string, string> = new Map([
  ['🔺', 'highest'],
  ['⏫', 'high'],
  ['🔼', 'medium'],
  ['🔽', 'low'],
  ['⏬', 'lowest'],
]);
const namedDates: ReadonlyMap<string, TaskField> = new Map([
  ['due', 'due'],
  ['scheduled', 'scheduled'],
  ['start', 'start'],
  ['completion', 'completed'],
  ['completed', 'completed'],
]);
const priorities = new Set(emojiPriorities.values());

const emojiField = /(📅|📆|🗓|⏳|⌛|🛫|✅|🔺|⏫|🔼|🔽|⏬|🔁)\ufe0f?[ \t]{0,8}(\d{4}-\d{2}-\d{2}(?!\d))?/gu;
const recurrenceEnd = /[📅📆🗓⏳⌛🛫✅❌➕🔺⏫🔼🔽⏬🔁🆔⛔🏁#[(]|[ \t]\^[\w-]+$/u;
const namedField = /[[(][ \t]{0,8}([A-Za-z]{1,20})[ \t]{0,8}::([^\][()]{0,200})[\])]/g;
const isoDate = /^\d{4}-\d{2}-\d{2}$/;
/** Fields further into a line than this are not looked for. */
const maxFieldText = 4000;

function readEmojiFields(task: NoteTask, text: string): void {
  for (const match of text.matchAll(emojiField)) {
    const emoji = match[1]!;
    const field = emojiDates.get(emoji);
    if (field !== undefined) {
      if (match[2] !== undefined) task[field] = match[2];
    } else if (emoji === '🔁') {
      const rest = text.slice(match.index + emoji.length);
      const end = rest.search(recurrenceEnd);
      const rule = (end < 0 ? rest : rest.slice(0, end)).replace(/^\ufe0f/u, '').trim();
      if (rule !== '') task.recurrence = rule;
      if (task.recurrence !== undefined) continue;
    } else task.priority = emojiPriorities.get(emoji);
  }
}

function readNamedFields(task: NoteTask, text: string): void {
  for (const match of text.matchAll(namedField)) {
    const name = match[1]!.toLowerCase();
    const value = match[2]!.trim();
    const field = namedDates.get(name);
    if (field !== undefined && isoDate.test(value)) task[field] = value;
    else if (name === 'priority' && priorities.has(value.toLowerCase())) task.priority = value.toLowerCase();
    else if ((name === 'repeat' || name === 'recurrence') && value !== '') task.recurrence = value;
  }
}

const mayHoldField = /[^\0-\x7f]|::/;

/** The task whose checkbox opens at `at`, or undefined; line, indent, heading and tags are the caller's to fill. */
export function readTask(text: string, markerAt: number, at: number, end: number): NoteTask | undefined {
  const status = String.fromCodePoint(text.codePointAt(at + 1) ?? 0);
  const after = at + 1 + status.length;
  if (after >= end || text.charCodeAt(after) !== 93 || status === '\n' || status === '\r') return undefined;
  if (after + 1 < end && !isBlankAfter(text, after + 1, after + 2)) return undefined;
  const stop = trimEnd(text, after + 1, end);
  const task: NoteTask = {
    text: text.slice(after + 1, stop).trimStart(),
    status,
    done: status === 'x' || status === 'X',
    indent: 0,
    heading: undefined,
    line: 0,
    span: { start: markerAt, end: stop },
    due: undefined,
    scheduled: undefined,
    start: undefined,
    completed: undefined,
    priority: undefined,
    recurrence: undefined,
    tags: [],
  };
  if (mayHoldField.test(task.text)) {
    const head = task.text.length > maxFieldText ? task.text.slice(0, maxFieldText) : task.text;
    readEmojiFields(task, head);
    if (head.includes('::')) readNamedFields(task, head);
  }
  return task;
}
