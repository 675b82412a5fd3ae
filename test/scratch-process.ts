import { renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Engine, indexNotebook, listNotes } from '../src/engine/index.ts';
import {
  type EngineRequest,
  openScratchEngine,
  ownerCall,
  type Scratch,
  writeNote,
} from './scratch-notebook.ts';

/** The other process of a test: an engine on the same notebook, or just someone who changes files. */
const scratch = JSON.parse(process.env.SCRATCH ?? '') as Scratch;
let opened: Promise<Engine> | undefined;

function engine(): Promise<Engine> {
  opened ??= openScratchEngine(scratch);
  return opened;
}

async function perform(request: EngineRequest): Promise<unknown> {
  switch (request.do) {
    case 'paths':
      return allPaths(await engine());
    case 'index':
      return indexNotebook(await engine(), {}, ownerCall);
    case 'write':
      for (const [name, text] of Object.entries(request.files)) writeNote(scratch.root, name, text);
      return undefined;
    case 'remove':
      for (const name of request.names) rmSync(path.join(scratch.root, name), { recursive: true });
      return undefined;
    case 'rename':
      renameSync(path.join(scratch.root, request.from), path.join(scratch.root, request.to));
      return undefined;
    case 'close':
      await (await opened)?.close();
      return undefined;
  }
}

async function allPaths(from: Engine): Promise<{ paths: string[]; complete: boolean; warnings: unknown }> {
  const { notes, index, warnings } = await listNotes(
    from,
    { sortBy: 'path', limit: 1_000_000, offset: 0 },
    ownerCall,
  );
  return { paths: notes.map((note) => note.path), complete: index === undefined, warnings: warnings ?? null };
}

process.on('message', ({ id, request }: { id: number; request: EngineRequest }) => {
  perform(request).then(
    (value) => process.send?.({ id, value }),
    (error: Error) => process.send?.({ id, error: `${error.message}\n${error.stack}` }),
  );
});
