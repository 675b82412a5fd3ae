import { checkPlaceholders, invalidView, type ViewPlace } from './invalid-view.ts';
import type { ViewValue } from './parameters.ts';
import type { ViewParameter } from './view-definition.ts';

// A value becomes a literal of the place it is put in. Where a literal cannot stand (a quoted name, a dollar-quoted
// text) there is none; a comment stays as it is.

type Where = 'code' | 'string' | 'escape-string' | 'name' | 'dollar' | 'comment';

interface SqlPart {
  readonly where: Where;
  readonly text: string;
  readonly placeholder?: string;
}

const placeholder = /\{\{([^{}]*)\}\}/y;
const dollarTag = /\$(?:[A-Za-z_\u0080-\uFFFF][\w\u0080-\uFFFF]*)?\$/y;

function splitSql(sql: string): SqlPart[] {
  const parts: SqlPart[] = [];
  let where: Where = 'code';
  let tag = '';
  let depth = 0;
  let start = 0;
  let at = 0;
  const flush = (end: number) => {
    if (end > start) parts.push({ where, text: sql.slice(start, end) });
    start = end;
  };
  while (at < sql.length) {
    placeholder.lastIndex = at;
    const found = where === 'comment' ? null : placeholder.exec(sql);
    if (found !== null) {
      flush(at);
      parts.push({ where, text: found[0], placeholder: found[1]!.trim() });
      at += found[0].length;
      start = at;
      continue;
    }
    const two = sql.slice(at, at + 2);
    switch (where) {
      case 'code': {
        dollarTag.lastIndex = at;
        const dollar = sql[at] === '$' && !/[\w$]/.test(sql[at - 1] ?? '') ? dollarTag.exec(sql) : null;
        if (dollar !== null) {
          flush(at);
          where = 'dollar';
          tag = dollar[0];
          at += tag.length;
        } else if (two === '--' || two === '/*') {
          flush(at);
          where = 'comment';
          tag = two;
          depth = two === '/*' ? 1 : 0;
          at += 2;
        } else if (sql[at] === "'") {
          const escaped = /(?:^|[^\w$])[eE]$/.test(sql.slice(Math.max(0, at - 2), at));
          flush(at);
          where = escaped ? 'escape-string' : 'string';
          at++;
        } else if (sql[at] === '"') {
          flush(at);
          where = 'name';
          at++;
        } else at++;
        break;
      }
      case 'string':
      case 'escape-string':
        if (where === 'escape-string' && sql[at] === '\\') at += 2;
        else if (two === "''") at += 2;
        else if (sql[at++] === "'") {
          flush(at);
          where = 'code';
        }
        break;
      case 'name':
        if (two === '""') at += 2;
        else if (sql[at++] === '"') {
          flush(at);
          where = 'code';
        }
        break;
      case 'dollar':
        if (sql.startsWith(tag, at)) {
          at += tag.length;
          flush(at);
          where = 'code';
        } else at++;
        break;
      case 'comment':
        if (tag === '--' ? sql[at] === '\n' : two === '*/' && --depth === 0) {
          at += tag === '--' ? 1 : 2;
          flush(at);
          where = 'code';
        } else if (tag === '/*' && (two === '/*' || two === '*/')) {
          if (two === '/*') depth++;
          at += 2;
        } else at++;
        break;
    }
  }
  flush(sql.length);
  return parts;
}

/** The `{{…}}` of a statement; `literal`: a literal can stand there. */
export function sqlPlaceholders(sql: string): { name: string; literal: boolean }[] {
  return splitSql(sql).flatMap(({ where, placeholder: name }) =>
    name === undefined ? [] : [{ name, literal: where !== 'name' && where !== 'dollar' }],
  );
}

export function checkSqlPlaceholders(
  place: ViewPlace,
  sql: string,
  parameters: readonly ViewParameter[],
): void {
  for (const part of splitSql(sql)) {
    if (part.placeholder === undefined) continue;
    checkPlaceholders(place, 'sql', [{ name: part.placeholder }], parameters);
    if (part.where === 'name' || part.where === 'dollar')
      throw invalidView(
        place,
        'sql',
        `{{${part.placeholder}}} stands in a ${part.where === 'name' ? 'quoted name' : 'dollar-quoted text'}`,
        'A parameter can stand where a literal can, or between single quotes',
      );
  }
}

/** The statement with every `{{…}}` as a literal. Lists become `'a', 'b'`, for `IN ({{status}})`. */
export function renderSql(sql: string, getValue: (placeholder: string) => ViewValue): string {
  return splitSql(sql)
    .map(({ where, text, placeholder: name }) => {
      if (name === undefined) return text;
      const value = getValue(name);
      if (where === 'code') return renderLiteral(value);
      const inner = value.type === 'list' ? value.items.join(',') : value.text;
      const quoted = inner.replaceAll("'", "''");
      return where === 'escape-string' ? quoted.replaceAll('\\', '\\\\') : quoted;
    })
    .join('');
}

/** Spaces around it: `-{{n}}` with -1 would begin a comment, `E{{x}}` a text in which a backslash undoes the quoting. */
function renderLiteral(value: ViewValue): string {
  if (value.type === 'list') return ` ${value.items.map(quote).join(', ')} `;
  if (value.type === 'number') return ` ${value.text} `;
  return ` ${value.type === 'bool' ? value.text.toUpperCase() : quote(value.text)} `;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
