import type { ServedTool } from '../../tools/registry.ts';
import { oneLine, type Palette, paint } from './paint.ts';

const longestValue = 60;
const longestLine = 160;

/** One line: `search "query" fuzzy · filters 2`. Also while the model is still writing the arguments. */
export function renderCall({ tool }: ServedTool, args: unknown, theme: Palette | undefined): string {
  const given = Object.entries((args ?? {}) as Record<string, unknown>).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  const positional = tool.cli.positional ?? [];
  const named = given.filter(([name]) => !positional.includes(name));
  const main = positional.flatMap((name) => given.find(([key]) => key === name)?.[1] ?? []);
  const flags = named.flatMap(([name, value]) =>
    typeof value === 'boolean' ? [value ? name : `no ${name}`] : [],
  );
  const rest = named.flatMap(([name, value]) =>
    typeof value === 'boolean' ? [] : [`${name} ${describe(value)}`],
  );
  const head = [...main.map((value) => `"${oneLine(String(value), longestValue)}"`), ...flags].join(' ');
  const words = oneLine([head, ...rest].filter((part) => part !== '').join(' · '), longestLine);
  const { bold, colour } = paint(theme);
  const title = colour('toolTitle', bold(tool.name.slice(tool.dialect.prefix?.length ?? 0)));
  return words === '' ? title : `${title} ${colour('accent', words)}`;
}

/** Short values as they are; of anything larger, how many there are. */
function describe(value: unknown): string {
  return typeof value === 'object' ? String(countLeaves(value)) : oneLine(String(value), longestValue);
}

function countLeaves(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, item) => sum + countLeaves(item), 0);
}
