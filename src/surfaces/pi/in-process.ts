import { checkNotebooks, type Engine } from '../../engine/index.ts';
import { answerCall } from '../../tools/run-tool.ts';
import { packageVersion } from '../version.ts';
import type { Backend } from './backend.ts';

export function inProcess(engine: Engine): Backend {
  return {
    description: 'in this process',
    run: (served, args, call) => answerCall(served, engine, args, call),
    check: async (call) => (await checkNotebooks(engine, call)).checks,
    version: async () => packageVersion(),
    notebookFolder: async (named, call) => (await engine.notebook(named, call)).ref.path,
  };
}
