import { owner } from '../call.ts';
import { addTrace } from './sessions.ts';

/** One of several processes that add to the same session: root, session id, name, how many traces. */
const [root = '', sessionId = '', tool = '', count = '0'] = process.argv.slice(2);
for (let n = 0; n < Number(count); n++)
  addTrace(root, { sessionId, tool, args: { n }, outcome: 'ok', paths: [] }, owner, Date.now());
