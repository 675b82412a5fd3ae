import type { Style } from '../define-tool.ts';

/** Changed lines as a person sees them, each with its number in the file. */
export function renderChanges(
  { filePath, changes }: { filePath: string; changes: readonly { line: number; lines: readonly string[] }[] },
  style: Style,
): string {
  return [
    style.bold(filePath),
    ...changes.flatMap(({ line, lines }) => lines.map((text, at) => `${style.dim(`${line + at}:`)} ${text}`)),
  ].join('\n');
}
