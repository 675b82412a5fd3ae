import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

export interface Row {
  readonly notes: number | string;
  readonly name: string;
  readonly figure: string;
  readonly limit?: string;
  readonly verdict?: Verdict;
}

export type Verdict = 'ok' | 'over' | 'wrong';

const START = '<!-- bench:start -->';
const END = '<!-- bench:end -->';

/** A row that holds a number against its limit; `limit` undefined means there is none at this size. */
export function limited(
  row: { notes: number | string; name: string; figure: string },
  value: number,
  limit: number | undefined,
  unit: string,
): Row {
  if (limit === undefined) return row;
  return { ...row, limit: `${limit.toLocaleString('en')}${unit}`, verdict: value <= limit ? 'ok' : 'over' };
}

export function renderTable(rows: readonly Row[]): string {
  const lines = rows.map(({ notes, name, figure, limit, verdict }) => {
    const size = typeof notes === 'number' ? notes.toLocaleString('en') : notes;
    return `| ${size} | ${name} | ${figure} | ${limit ?? ''} | ${verdict ?? ''} |`;
  });
  return ['| Notes | Measured | Figure | Limit | |', '| ---: | --- | --- | ---: | --- |', ...lines].join(
    '\n',
  );
}

export function milliseconds(value: number): string {
  if (value >= 10_000) return `${(value / 1000).toFixed(1)} s`;
  if (value >= 1000) return `${(value / 1000).toFixed(2)} s`;
  return `${value.toFixed(value >= 100 ? 0 : value >= 1 ? 1 : 2)} ms`;
}

export function times(ratio: number): string {
  return `${ratio.toFixed(ratio < 10 ? 2 : 1)}x`;
}

export function writeReport(file: string, table: string): void {
  const old = existsSync(file) ? readFileSync(file, 'utf8') : `# Performance\n\n${START}\n${END}\n`;
  const start = old.indexOf(START);
  const end = old.indexOf(END, start);
  if (start === -1 || end === -1) throw new Error(`${file} lacks the lines ${START} and ${END}.`);
  const machine = `Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}.`;
  writeFileSync(file, `${old.slice(0, start)}${START}\n${machine}\n\n${table}\n${old.slice(end)}`);
}
