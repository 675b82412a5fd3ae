import { countCodePoints } from '../../engine/index.ts';
import type { ServedTool } from '../registry.ts';
import { type Finding, finding, show, step } from './issue.ts';

type Fields = Record<string, unknown>;
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {});

/** What a successful result must have to do with the arguments, whatever the notebook holds. */
export function checkAgainstArguments(
  { tool, input }: ServedTool,
  given: unknown,
  result: Fields,
): Finding[] {
  const args = fieldsOf(given);
  const inData = isObject(result.data);
  const body = inData ? fieldsOf(result.data) : result;
  const place = inData ? '/result/data' : '/result';
  const limit = args.limit ?? fieldsOf(fieldsOf(input.properties).limit).default;
  return [
    ...(tool.dialect.name === 'claudesidian' ? checkEchoes(args, body, place) : []),
    ...checkLengths(args, body, place),
    ...checkWorkspace(args, result, body, place),
    ...checkRows(limit, body, place),
    ...checkPaging(args, body, place),
  ];
}

function mismatch(pointer: string, message: string, hint: string): Finding {
  return finding('RESULT_MISMATCH', pointer, message, hint);
}

function checkEchoes(args: Fields, body: Fields, place: string): Finding[] {
  const found: Finding[] = [];
  for (const key of ['filePath', 'path', 'newPath', 'query', 'name']) {
    const asked = args[key];
    const told = body[key];
    if (typeof asked !== 'string' || typeof told !== 'string' || isSame(key, asked, told)) continue;
    const hint = `Repeat the ${key} of the arguments; a note without extension gets .md`;
    found.push(mismatch(`${place}/${key}`, `${key} is ${show(told)}, but was asked as ${show(asked)}`, hint));
  }
  return found;
}

function isSame(key: string, asked: string, told: string): boolean {
  const wanted = asked.normalize('NFC');
  if (told === wanted) return true;
  if (key === 'query' || key === 'name') return told === wanted.trim();
  const path = wanted.split('/').filter(Boolean).join('/');
  // a note gets its extension, and one that is moved to a folder keeps its name there
  return told === path || told === `${path}.md` || (key === 'newPath' && told.startsWith(`${path}/`));
}

function checkLengths({ content }: Fields, body: Fields, place: string): Finding[] {
  const found: Finding[] = [];
  const given = typeof content === 'string' ? countCodePoints(content) : undefined;
  for (const key of ['appendedLength', 'prependedLength']) {
    const told = body[key];
    if (typeof told !== 'number' || given === undefined) continue;
    if (told !== given)
      found.push(
        mismatch(
          `${place}/${key}`,
          `${key} is ${told}, the content has ${given}`,
          'Count characters (code points)',
        ),
      );
    if (typeof body.totalLength === 'number' && body.totalLength < given)
      found.push(
        mismatch(
          `${place}/totalLength`,
          `${body.totalLength} is less than what was added`,
          'Count the whole file',
        ),
      );
  }
  return found;
}

function checkWorkspace(args: Fields, result: Fields, body: Fields, place: string): Finding[] {
  const own = fieldsOf(args.workspaceContext).workspaceId ?? fieldsOf(args.context).workspaceId;
  const told: [string, unknown][] = [
    ['/result/workspaceContext/workspaceId', fieldsOf(result.workspaceContext).workspaceId],
    // only createSession says it of what it made; elsewhere it is said of what was found
    ...('createdAt' in body && 'sessionId' in body && !('traces' in body)
      ? [[`${place}/workspaceId`, body.workspaceId] as [string, unknown]]
      : []),
  ];
  if (typeof own !== 'string') return [];
  return told
    .filter(([, id]) => typeof id === 'string' && id !== own)
    .map(([pointer, id]) =>
      mismatch(pointer, `The workspace is ${show(own)}, not ${show(id)}`, `Give ${own}`),
    );
}

function checkRows(limit: unknown, body: Fields, place: string): Finding[] {
  const [key, rows] = rowsOf(body);
  if (key === undefined) return [];
  const found: Finding[] = [];
  if (typeof limit === 'number' && rows.length > limit)
    found.push(mismatch(`${place}/${key}`, `${rows.length} rows, but the limit is ${limit}`, 'Cut the list'));
  if (typeof body.totalResults === 'number' && body.totalResults < rows.length)
    found.push(
      mismatch(
        `${place}/totalResults`,
        `${body.totalResults} in all, but ${rows.length} are listed`,
        'Count all',
      ),
    );
  for (const [index, row] of rows.entries()) {
    const { score } = fieldsOf(row);
    // only the scores of this dialect have a scale
    if (typeof score === 'number' && 'totalResults' in body && (score < 0 || score > 1))
      found.push(mismatch(`${place}/${key}${step(index)}/score`, `A score of ${score}`, 'Give 0 to 1'));
  }
  return found;
}

function checkPaging(args: Fields, body: Fields, place: string): Finding[] {
  const [key, rows] = rowsOf(body);
  const { total, hasMore, nextOffset, returned } = fieldsOf(body.pagination);
  if (key === undefined || typeof total !== 'number') return [];
  const offset = typeof args.offset === 'number' ? args.offset : 0;
  const end = offset + rows.length;
  const found: Finding[] = [];
  const wrong = (field: string, message: string, hint: string) =>
    found.push(mismatch(`${place}/pagination/${field}`, message, hint));
  if (rows.length > 0 && total < end)
    wrong('total', `${total} in all, but this page ends at ${end}`, 'Count all');
  if (typeof returned === 'number' && returned !== rows.length)
    wrong('returned', `${returned} returned, but ${rows.length} are listed`, `Give ${rows.length}`);
  const follows = rows.length > 0 && end < total;
  if (typeof hasMore === 'boolean' && hasMore !== follows)
    wrong(
      'hasMore',
      `hasMore is ${hasMore}, but ${total} in all, this page ends at ${end}`,
      `Give ${follows}`,
    );
  if (nextOffset !== undefined && (!follows || nextOffset !== end))
    wrong('nextOffset', `nextOffset is ${show(nextOffset)}`, follows ? `Give ${end}` : 'Leave it out');
  return found;
}

function rowsOf(body: Fields): [key: string | undefined, rows: unknown[]] {
  const key = ['results', 'notes', 'sessions', 'traces'].find((one) => Array.isArray(body[one]));
  return [key, key === undefined ? [] : (body[key] as unknown[])];
}
