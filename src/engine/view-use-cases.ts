import { join } from 'node:path';
import { mayWrite } from './access.ts';
import type { Call } from './call.ts';
import type { Engine } from './engine.ts';
import { SlipboxError } from './errors.ts';
import { configNames } from './notebooks/notebook-config.ts';
import type { SaveResult } from './views/save-view.ts';

interface Changed {
  notebook: { name: string; path: string };
  /** The configuration file of the notebook. */
  file: string;
}

/** Keeps a query as a view of a notebook. */
export async function saveView(
  engine: Engine,
  { notebook, ...input }: { notebook?: string; name: string; query: string; description?: string },
  call: Call,
): Promise<Changed & SaveResult> {
  const place = await getPlace(engine, notebook, `save the view ${input.name}`, call);
  const { saveView: save } = await import('./views/save-view.ts');
  const clock = { now: Date.now(), timeZone: engine.config.timeZone };
  return { ...place, ...(await save(place.file, input, clock)) };
}

export async function deleteView(
  engine: Engine,
  input: { notebook?: string; name: string },
  call: Call,
): Promise<Changed & { deleted: { name: string } }> {
  const place = await getPlace(engine, input.notebook, `delete the view ${input.name}`, call);
  const { deleteView: remove } = await import('./views/save-view.ts');
  return { ...place, deleted: await remove(place.file, input.name) };
}

async function getPlace(
  engine: Engine,
  named: string | undefined,
  what: string,
  call: Call,
): Promise<Changed> {
  if (engine.config.readOnly) throw new SlipboxError('READ_ONLY', `Cannot ${what.slice(0, 100)}: read-only`);
  const { ref, call: bound } = await engine.notebook(named, call);
  const { name, path, configFile } = ref;
  if (!mayWrite(bound.caller))
    throw new SlipboxError('FORBIDDEN', `Cannot ${what.slice(0, 100)}: nothing may be written here`);
  if (configFile === undefined)
    throw new SlipboxError('CONFIG_INVALID', `${name} has no ${configNames[0]} to keep views in`, {
      hint: `Create ${join(path, configNames[0])} with a "name" and try again`,
      details: { path },
    });
  return { notebook: { name, path }, file: configFile };
}
