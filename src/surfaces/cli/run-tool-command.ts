import type { Tool } from '../../tools/define-tool.ts';
import { serveTool } from '../../tools/registry.ts';
import { answerCall } from '../../tools/run-tool.ts';
import type { CommandContext } from './command.ts';
import { printablePainted } from './terminal.ts';

/** Runs one tool as a command: the same validation and limits as over MCP, text for a person unless `--json`. */
export async function runToolCommand(tool: Tool, args: unknown, context: CommandContext): Promise<number> {
  const { terminal, signal, json, caller } = context;
  const config = context.config();
  const served = serveTool(tool, config);
  const progress = ({ message }: { message: string }) => terminal.progress(message);
  const call = { caller, signal, progress, budget: config.budget };
  const { result, text: asked } = await context.withEngine((engine) =>
    answerCall(served, engine, args, call),
  );
  terminal.progress('');
  if (json) {
    terminal.out(`${JSON.stringify(result)}\n`);
    return 0;
  }
  const text = asked ?? tool.render(result, terminal.style);
  const verbatim = tool.cli.verbatim === true && !terminal.isTty;
  terminal.out(verbatim ? text : finishLine(terminal.isTty ? printablePainted(text) : text));
  const notice = tool.notice(result);
  if (notice !== '') terminal.err(`${terminal.style.dim(notice)}\n`);
  return 0;
}

function finishLine(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
