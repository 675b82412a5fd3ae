import { stripVTControlCharacters } from 'node:util';
import type { Pagination } from './pagination.ts';

/** Columns aligned by width, two spaces apart; the widest cells are cut so that one long title spoils nothing. */
export function renderTable(rows: readonly (readonly string[])[], widest = 60): string {
  const cells = rows.map((row) => row.map((cell) => fitCell(cell, widest)));
  const widths: number[] = [];
  for (const row of cells) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, widthOf(cell));
  }
  return cells
    .map((row) =>
      row
        .map((cell, column) => padTo(cell, widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** "50 of 1234 notes; next page: --offset 50", or nothing when everything is shown. */
export function describePage({ total, returned, nextOffset }: Pagination, noun: string): string {
  if (total === 0) return `No ${noun}s found`;
  if (nextOffset !== undefined) return `${returned} of ${total} ${noun}s; next page: --offset ${nextOffset}`;
  return returned === 0 ? `None of ${total} ${noun}s: the offset is past the end` : '';
}

function fitCell(cell: string, widest: number): string {
  const line = cell.replaceAll(/[\r\n\t\v\f]+/g, ' ');
  const text = stripVTControlCharacters(line);
  // a coloured cell is left whole: cutting could lose the code that ends the colour
  if (text !== line || text.length <= widest) return line;
  return `${text
    .slice(0, widest - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '')}…`;
}

function padTo(cell: string, width: number): string {
  return cell + ' '.repeat(width - widthOf(cell));
}

/** Columns a terminal uses: wide for CJK and emoji, none for combining marks. */
function widthOf(cell: string): number {
  let width = 0;
  for (const character of stripVTControlCharacters(cell)) {
    if (/\p{Mn}|\p{Me}|\u200D|\uFE0F/u.test(character)) continue;
    width +=
      /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60]|\p{Emoji_Presentation}/u.test(
        character,
      )
        ? 2
        : 1;
  }
  return width;
}
