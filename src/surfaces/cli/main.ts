import { homedir } from 'node:os';
import {
  type Helper,
  loadConfig,
  openEngine,
  owner,
  SlipboxError,
  toSlipboxError,
} from '../../engine/index.ts';
import { opennotes } from '../../tools/opennotes/dialect.ts';
import { printable } from '../../tools/printable.ts';
import { allTools } from '../../tools/registry.ts';
import { packageVersion } from '../version.ts';
import type { Command, CommandContext, ParsedCommand } from './command.ts';
import { doctorCommand } from './doctor.ts';
import { exampleCommands } from './examples.ts';
import { graphCommand } from './graph.ts';
import { renderCommandHelp, renderGroup, renderOverview } from './help.ts';
import { indexCommand } from './index-notebook.ts';
import { initCommand } from './init.ts';
import { installCommand } from './install/install.ts';
import { notebookCommands } from './notebook.ts';
import { findCommand, parseCommand, settingFlags, unknownCommand } from './parse-command.ts';
import { serveCommand } from './serve.ts';
import { sqlCommand } from './sql.ts';
import { processTerminal, type Terminal } from './terminal.ts';
import { commandNameOf, toolCommands } from './tool-command.ts';
import { trashCommands } from './trash.ts';
import { withViewChanges } from './view.ts';

export const commands: readonly Command[] = [
  ...toolCommands(allTools).map(withViewChanges),
  serveCommand,
  initCommand,
  ...notebookCommands,
  indexCommand,
  sqlCommand,
  graphCommand,
  ...trashCommands,
  ...exampleCommands,
  doctorCommand,
  installCommand,
];

/** Runs one command line and answers with the exit code. */
export async function main(argv: readonly string[], helper?: Helper): Promise<number> {
  const terminal = processTerminal();
  const interruption = new AbortController();
  const interrupt = (signal: NodeJS.Signals) => {
    // asked twice: whoever is waiting does not want to wait for a clean end
    if (interruption.signal.aborted) process.exit(signal === 'SIGINT' ? 130 : 143);
    interruption.abort();
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  // a reader such as `head` that has seen enough is no failure
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  // nobody reads what is said to people: no reason to stop serving
  process.stderr.on('error', () => undefined);
  try {
    return await runCommandLine(argv, helper, terminal, interruption.signal);
  } catch (thrown) {
    return reportError(toSlipboxError(thrown), argv, terminal);
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

async function runCommandLine(
  argv: readonly string[],
  helper: Helper | undefined,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<number> {
  const first = argv[0];
  if (first === '--version' || first === '-v') {
    terminal.out(`${packageVersion()}\n`);
    return 0;
  }
  const isBare = argv.every((word) => word === '--json');
  if (first === undefined || isBare || first === '--help' || first === '-h' || first === 'help') {
    const asked = first === 'help' ? findCommand(commands, argv.slice(1)) : undefined;
    terminal.out(asked === undefined ? renderOverview(commands) : renderCommandHelp(asked.command));
    return 0;
  }
  const found = findCommand(commands, argv);
  const group = commands.filter(({ words }) => words.length > 1 && words[0] === first);
  if (found === undefined && group.length > 0 && (argv.length === 1 || argv.includes('--help'))) {
    terminal.out(renderGroup(group));
    return 0;
  }
  if (found === undefined) throw unknownCommand(commands, argv);
  const parsed = parseCommand(found.command, found.rest);
  if (parsed.values.help === true) {
    terminal.out(renderCommandHelp(found.command));
    return 0;
  }
  if (parsed.values.policy === false && found.command.words[0] === 'serve')
    throw new SlipboxError('INVALID_PARAMS', '--no-policy is not for serve: clients are held to policies', {
      hint: 'Change the policy in .slipbox.json or in the configuration instead',
      details: { parameter: 'policy' },
    });
  return found.command.run(parsed, createContext(parsed, helper, terminal, signal));
}

function createContext(
  parsed: ParsedCommand,
  helper: Helper | undefined,
  terminal: Terminal,
  signal: AbortSignal,
): CommandContext {
  const config = () =>
    loadConfig({
      flags: settingFlags(parsed.values),
      env: process.env,
      cwd: process.cwd(),
      home: homedir(),
      platform: process.platform,
    });
  return {
    terminal,
    signal,
    json: parsed.values.json === true,
    caller: parsed.values.policy === false ? { ...owner, unbound: true } : owner,
    config,
    helper,
    withEngine: async (work) => {
      const engine = await openEngine(config());
      try {
        return await work(engine);
      } finally {
        await engine.close();
      }
    },
  };
}

function commandCalled(name: string): string {
  const tool = allTools.find((one) => one.name === name);
  return tool === undefined ? name : commandNameOf(tool);
}

function reportError(error: SlipboxError, argv: readonly string[], terminal: Terminal): number {
  // hints name tools by their prefix; at a terminal a tool is a command
  const rename = (text: string) =>
    text.replaceAll(/\{prefix\}(\w+)/g, (_, name: string) => `slipbox ${commandCalled(`opennotes_${name}`)}`);
  terminal.progress('');
  const dialect = allTools.find((tool) => tool.dialect.name === argv[0])?.dialect ?? opennotes;
  if (argv.includes('--json')) terminal.out(`${JSON.stringify(dialect.renderError(error, rename))}\n`);
  else terminal.err(`slipbox: ${printable(error.message)}\n  ${printable(rename(error.hint))}\n`);
  if (error.code === 'INTERNAL' && error.cause instanceof Error) terminal.err(`${error.cause.stack}\n`);
  return error.exitCode;
}
