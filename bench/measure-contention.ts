import { setTimeout as pause } from 'node:timers/promises';
import { spread } from './measure-calls.ts';
import { NotebookEdits } from './notebook-edits.ts';
import { limited, type Row } from './report.ts';
import { percentile } from './statistics.ts';
import type { Subject } from './subject.ts';

const WRITE_MS = 250;
const BETWEEN_MS = 40;

/** One process indexes everything while another takes in single notes: each call writes one note to the same index. */
export async function measureContention(subject: Subject): Promise<Row[]> {
  const cache = subject.freshCache();
  const edits = new NotebookEdits(subject.options, subject.generated);
  let indexing = true;
  const index = subject.indexBeside(cache).finally(() => {
    indexing = false;
  });
  const server = subject.serve(cache, { SLIPBOX_INDEX_WAIT: '0' });
  const latencies: number[] = [];
  try {
    await server.initialize();
    await pause(1000);
    for (let edit = 0; indexing; edit++) {
      const path = subject.paths[1 + ((edit * 7919) % (subject.size - 1))]!;
      edits.write(path, `# Edited ${edit}\n`);
      const { ms, content } = await server.call('opennotes_get', { path });
      if ((content as { note?: { title?: string } }).note?.title !== `Edited ${edit}`)
        throw new Error(`A note written while another process indexes was not read back: ${path}`);
      if (indexing) latencies.push(ms);
      await pause(BETWEEN_MS);
    }
    await index;
  } finally {
    await server.stop();
    edits.undo();
  }
  const row = {
    notes: subject.size,
    name: 'one note taken in while another process indexes all',
    figure: spread(latencies),
  };
  return [limited(row, percentile(latencies, 0.99), WRITE_MS, ' ms (p99)')];
}
