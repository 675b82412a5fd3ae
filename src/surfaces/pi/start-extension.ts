import type { ExtensionAPI, ExtensionContext } from '@earendil-works/pi-coding-agent';
import { toSlipboxError } from '../../engine/index.ts';
import { opennotesCommand, say } from './command.ts';
import { findCli } from './find-cli.ts';
import type { Host } from './host.ts';
import { piTool } from './pi-tool.ts';
import { Session } from './session.ts';
import { type ExtensionSettings, resolveSettings } from './settings.ts';
import { sessionSettings, userSettings } from './settings-files.ts';

/** Registers tools and command. Notes are opened by the first call that needs them: pi loads extensions also to list them. */
export function startExtension(pi: ExtensionAPI, host: Host): void {
  const { env } = process;
  const session = new Session(
    resolveSettings({ env, sources: [userSettings(env)], cwd: process.cwd() }),
    env,
  );
  registerTools(pi, session, host, []);
  pi.registerCommand('opennotes', opennotesCommand(session));
  pi.on('session_start', (_event, ctx) => {
    const before = session.settings;
    session.settings = resolveSettings({ env, sources: sessionSettings(pi, ctx, env), cwd: ctx.cwd });
    if (fingerprint(before) !== fingerprint(session.settings))
      registerTools(pi, session, host, namesOf(before));
    for (const problem of [...session.settings.problems, ...findMissingCli(session, ctx)])
      say(ctx, `Slipbox: ${problem}`, 'warning');
  });
  pi.on('session_shutdown', () => session.close());
}

function registerTools(pi: ExtensionAPI, session: Session, host: Host, before: readonly string[]): void {
  for (const served of session.settings.tools) pi.registerTool(piTool(served, { session, host }));
  // pi has no way to take a tool back, but one that is not active is not shown to the model
  const kept = new Set(namesOf(session.settings));
  const stale = before.filter((name) => !kept.has(name));
  if (stale.length > 0) pi.setActiveTools(pi.getActiveTools().filter((name) => !stale.includes(name)));
}

function findMissingCli({ settings }: Session, { cwd }: ExtensionContext): string[] {
  if (settings.cliPath === undefined) return [];
  try {
    findCli(settings.cliPath, cwd, process.env);
    return [];
  } catch (thrown) {
    const { message, hint } = toSlipboxError(thrown);
    return [`${message}. ${hint}`];
  }
}

function namesOf({ tools }: ExtensionSettings): string[] {
  return tools.map(({ name }) => name);
}

/** Equal when the same tools would be registered. */
function fingerprint({ tools }: ExtensionSettings): string {
  return JSON.stringify(tools.map(({ name, description, input }) => [name, description, input]));
}
