import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Engine, loadConfig, openEngine, owner } from '../../src/engine/index.ts';
import type { ToolCall } from '../../src/tools/define-tool.ts';
import { sampleDatabase, writeGtdDatabase } from '../support/gtd-database.ts';

const notes: Record<string, string> = {
  'projects/alpha.md':
    '---\ntitle: Project Alpha\ntags: [project, active]\n---\n# Plan\n\nSteps.\n\n## Risks\n\nFew.\n',
  'tasks/one.md': '# First task\n\nSee [[Project Alpha]].\n',
  'tasks/two.md': '---\nparent: projects/alpha.md\n---\n# Second task\n\n#open [[Nowhere]]\n',
  '.slipbox/functions/double.js':
    '// description: Twice a number\n// param number number\nexport default ({ number }) => 2 * number;\n',
  '.slipbox/sessions/session_1731004200001_h5k2n7m3p.jsonl':
    '{"type":"session","sessionId":"session_1731004200001_h5k2n7m3p","workspaceId":"default","createdAt":1731004200001,"name":"Alpha"}\n' +
    '{"type":"trace","time":1731004205120,"tool":"contentManager_readContent","outcome":"ok","paths":["projects/alpha.md"],"args":{}}\n',
  'long.md': `${Array.from({ length: 3000 }, (_, index) => `line ${index}`).join('\n')}\n`,
};

export interface Fixture {
  /** The folder of the notebook. */
  readonly notebook: string;
  /** Variables that keep configuration, cache and state inside the fixture. */
  readonly env: Record<string, string>;
}

/** A notebook of four notes in a temporary folder of its own. */
export function createFixture(): Fixture & { remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'slipbox-test-'));
  const notebook = join(folder, 'notes');
  for (const [path, text] of Object.entries(notes)) {
    mkdirSync(dirname(join(notebook, path)), { recursive: true });
    writeFileSync(join(notebook, path), text);
  }
  const env = {
    SLIPBOX_CONFIG: join(folder, 'config.json'),
    OPENNOTES_CONFIG: join(folder, 'opennotes.json'),
    SLIPBOX_CACHE: join(folder, 'cache'),
    SLIPBOX_STATE: join(folder, 'state'),
  };
  return { notebook, env, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }) };
}

/** Runs `work` with an engine on the fixture notebook and a task database. */
export async function withNotebook(
  work: (open: { engine: Engine; call: ToolCall; notebook: string }) => Promise<void>,
): Promise<void> {
  const { notebook, env, remove } = createFixture();
  const around = { env, cwd: notebook, home: dirname(notebook), platform: process.platform };
  const gtdDb = join(dirname(notebook), 'tasks.sqlite');
  writeGtdDatabase(gtdDb, 'app', sampleDatabase(Date.now()));
  const config = loadConfig({ flags: { notebook, gtdDb }, ...around });
  const engine = await openEngine(config);
  const { signal } = new AbortController();
  try {
    await work({
      engine,
      call: { caller: owner, signal, progress: () => undefined, budget: config.budget },
      notebook,
    });
  } finally {
    await engine.close();
    remove();
  }
}
