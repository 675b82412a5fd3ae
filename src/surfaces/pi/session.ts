import { type Engine, openEngine } from '../../engine/index.ts';
import type { Backend } from './backend.ts';
import { byCommand } from './by-command.ts';
import { inProcess } from './in-process.ts';
import type { ExtensionSettings } from './settings.ts';

/** The engines of one pi session, each opened when a call first needs it and closed with the session. */
export class Session {
  settings: ExtensionSettings;
  readonly #env: NodeJS.ProcessEnv;
  readonly #engines = new Map<string, Engine>();

  constructor(settings: ExtensionSettings, env: NodeJS.ProcessEnv) {
    this.settings = settings;
    this.#env = env;
  }

  backend(cwd: string): Backend {
    const { cliPath } = this.settings;
    return cliPath === undefined
      ? inProcess(this.#engine(cwd))
      : byCommand({ cliPath, cwd, env: this.#env, settings: this.settings });
  }

  #engine(cwd: string): Engine {
    const open = this.#engines.get(cwd);
    if (open !== undefined) return open;
    const engine = openEngine(this.settings.configFor(cwd));
    this.#engines.set(cwd, engine);
    return engine;
  }

  /** May be called more than once, and used again afterwards. */
  async close(): Promise<void> {
    const engines = [...this.#engines.values()];
    this.#engines.clear();
    await Promise.all(engines.map((engine) => engine.close()));
  }
}
