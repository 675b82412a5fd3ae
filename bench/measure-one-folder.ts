import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spread } from './measure-calls.ts';
import { limited, type Row } from './report.ts';
import { median } from './statistics.ts';
import type { ListAnswer, Subject } from './subject.ts';

const CHANGES = 200;
const EVENT_MS = 5;

/** As many notes as the notebook has, all in one folder, where every event meets the whole crowd. */
export async function measureOneFolder(subject: Subject): Promise<Row[]> {
  const notes = subject.size;
  const dir = crowd(notes);
  const cache = subject.freshCache();
  subject.index(cache, dir);
  const server = subject.serve(cache, {}, dir);
  const latencies: number[] = [];
  let wrong = 0;
  try {
    await server.initialize();
    await server.call('opennotes_list', {});
    for (let change = 0; change < CHANGES; change++) {
      const file = join(dir, 'flat', `extra ${change >> 2}.md`);
      const isThere = change % 4 !== 3;
      if (change % 4 === 0) writeFileSync(file, `# New ${change}\n`);
      else if (change % 4 === 1) writeFileSync(file, `# Edited ${change}\n`);
      else if (change % 4 === 2) renameSync(file, `${file}.moved.md`);
      else rmSync(`${file}.moved.md`);
      const name = change % 4 === 2 ? `${file}.moved.md` : file;
      const path = `flat/${name.slice(name.lastIndexOf('/') + 1)}`;
      const { ms, content } = isThere
        ? await server.call('opennotes_get', { path })
        : await server.call('opennotes_list', { limit: 1 });
      latencies.push(ms);
      const { note, pagination } = content as Partial<ListAnswer> & {
        note?: { path: string; content: string };
      };
      if (isThere ? note?.path !== path : pagination?.total !== notes) wrong++;
      if (change % 4 === 1 && !note?.content.includes(`Edited ${change}`)) wrong++;
    }
  } finally {
    await server.stop();
  }
  const row = { notes, name: 'change and call, all notes in one folder', figure: spread(latencies) };
  if (wrong > 0) return [{ ...row, figure: `${row.figure}; ${wrong} of ${CHANGES} wrong`, verdict: 'wrong' }];
  return [limited(row, median(latencies), EVENT_MS, ' ms (p50)')];
}

function crowd(notes: number): string {
  const dir = join(tmpdir(), 'slipbox-bench', `flat${notes}`);
  const folder = join(dir, 'flat');
  mkdirSync(folder, { recursive: true });
  const there = readdirSync(folder);
  for (const name of there) if (name.startsWith('extra')) rmSync(join(folder, name));
  if (there.length < notes)
    for (let i = 0; i < notes; i++)
      writeFileSync(join(folder, `note ${i}.md`), `# Note ${i}\n\nText of note ${i}.\n`);
  return dir;
}
