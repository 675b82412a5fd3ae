import type { ExtensionAPI, ExtensionContext } from '@earendil-works/pi-coding-agent';
import { owner, toSlipboxError } from '../../engine/index.ts';
import type { ToolCall } from '../../tools/define-tool.ts';
import { opennotesList } from '../../tools/opennotes/list.ts';
import { opennotesNotebooks } from '../../tools/opennotes/notebooks.ts';
import { printable } from '../../tools/printable.ts';
import { serveTool } from '../../tools/registry.ts';
import type { Backend } from './backend.ts';
import type { Session } from './session.ts';

type Report = (backend: Backend, call: ToolCall, session: Session) => Promise<string>;

const subcommands: Record<string, { description: string; report: Report }> = {
  status: { description: 'Version, current notebook and its index', report: reportStatus },
  notebooks: { description: 'The notebooks that are known here', report: reportNotebooks },
  doctor: { description: 'What could be wrong, and how to mend it', report: reportDoctor },
};

type CommandOptions = Parameters<ExtensionAPI['registerCommand']>[1];

/** `/opennotes [status|notebooks|doctor]`. */
export function opennotesCommand(session: Session): CommandOptions {
  return {
    description: 'Notebooks: status, notebooks, doctor',
    getArgumentCompletions: (prefix) => {
      const items = Object.entries(subcommands)
        .filter(([name]) => name.startsWith(prefix.trimStart()))
        .map(([value, { description }]) => ({ value, label: value, description }));
      return items.length === 0 ? null : items;
    },
    handler: async (args, ctx) => {
      const name = args.trim() || 'status';
      const found = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
      if (found === undefined) {
        const known = Object.keys(subcommands).join(', ');
        say(ctx, `Unknown subcommand: ${name.slice(0, 80)}. Use one of: ${known}`, 'warning');
        return;
      }
      const call = {
        caller: owner,
        signal: ctx.signal ?? new AbortController().signal,
        progress: () => undefined,
        budget: session.settings.budget,
      };
      try {
        say(ctx, await found.report(session.backend(ctx.cwd), call, session), 'info');
      } catch (thrown) {
        const { code, message, hint } = toSlipboxError(thrown);
        const { toolPrefix } = session.settings;
        say(ctx, `${code}: ${message}\n${hint.replaceAll('{prefix}', toolPrefix)}`, 'error');
      }
    },
  };
}

/** Where there is nobody to notify, as in `pi -p`, to stderr: stdout may carry a protocol. */
export function say(
  ctx: Pick<ExtensionContext, 'hasUI' | 'ui'>,
  message: string,
  type: 'info' | 'warning' | 'error',
): void {
  if (ctx.hasUI) ctx.ui.notify(printable(message), type);
  else process.stderr.write(`${printable(message)}\n`);
}

const asNamed = { toolPrefix: 'opennotes_', defaultPageSize: 1000 };

interface NotebookList {
  notebooks: { name: string; path: string; source: string; noteCount?: number }[];
  current: { name: string; path: string; noteCount?: number } | null;
  pagination: { total: number };
}

async function listNotebooks(backend: Backend, call: ToolCall): Promise<NotebookList> {
  const { result } = await backend.run(serveTool(opennotesNotebooks, asNamed), { limit: 1000 }, call);
  return result as unknown as NotebookList;
}

async function reportStatus(backend: Backend, call: ToolCall, session: Session): Promise<string> {
  const version = await backend.version(call);
  const { current, pagination } = await listNotebooks(backend, call);
  const lines = [
    `Slipbox ${version}, ${backend.description}`,
    current === null
      ? 'Current notebook: none. Start pi inside one, or run `slipbox init DIR --register`'
      : `Current notebook: ${current.name} (${current.path})`,
    ...(current === null ? [] : [await describeIndex(backend, call)]),
    `Notebooks: ${pagination.total}`,
    `Tools: ${session.settings.tools.map(({ name }) => name).join(', ')}`,
    ...session.settings.problems.map((problem) => `Problem: ${problem}`),
  ];
  return lines.join('\n');
}

async function describeIndex(backend: Backend, call: ToolCall): Promise<string> {
  const { result } = await backend.run(serveTool(opennotesList, asNamed), { limit: 1 }, call);
  const { pagination, index, warnings } = result as {
    pagination?: { total: number };
    index?: { indexed: number; found: number };
    warnings?: { count: number };
  };
  const state = index ? `index under way: ${index.indexed} of ${index.found}` : 'index up to date';
  const warned = warnings ? `, ${warnings.count} with warnings` : '';
  return `Notes: ${pagination?.total ?? 0} (${state}${warned})`;
}

async function reportNotebooks(backend: Backend, call: ToolCall): Promise<string> {
  const { notebooks, current } = await listNotebooks(backend, call);
  if (notebooks.length === 0) return 'No notebooks. Register one with `slipbox init DIR --register`';
  return notebooks
    .map(({ name, path, source, noteCount }) => {
      const count = noteCount === undefined ? '' : `, ${noteCount} notes`;
      return `${path === current?.path ? '*' : ' '} ${name} (${source}${count}): ${path}`;
    })
    .join('\n');
}

async function reportDoctor(backend: Backend, call: ToolCall, session: Session): Promise<string> {
  const checks = await backend.check(call);
  const own = session.settings.problems.map((detail) => ({
    name: 'pi settings',
    ok: false,
    detail,
    fix: 'Correct the setting named here',
  }));
  return [...own, ...checks]
    .map(
      ({ name, ok, detail, fix }) => `${ok ? 'ok ' : 'BAD'} ${name}: ${detail}${fix ? `\n    ${fix}` : ''}`,
    )
    .join('\n');
}
