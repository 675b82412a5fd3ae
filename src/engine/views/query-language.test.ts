import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseQueryText } from './query-language.ts';
import type { ViewFilter } from './view-definition.ts';

const parse = (source: string) => parseQueryText({ view: 'v', file: 'f.json' }, 'query', source);

/** A filter in short: `tag=work`, `has:x`, "words", ! for not, & and | for all and any. */
function show(filter: ViewFilter | undefined): string {
  if (filter === undefined) return '';
  switch (filter.kind) {
    case 'compare':
      return `${filter.field}${filter.operator}${filter.value.map((part) => ('text' in part ? part.text : `{${part.name}}`)).join('')}`;
    case 'presence':
      return `${filter.present ? 'has' : 'missing'}:${filter.field}`;
    case 'text':
      return `${filter.phrase ? 'phrase' : 'word'}(${filter.value.map((part) => ('text' in part ? part.text : `{${part.name}}`)).join('')})`;
    case 'not':
      return `!${show(filter.of)}`;
    default:
      return `(${filter.of.map(show).join(filter.kind === 'all' ? ' & ' : ' | ')})`;
  }
}

describe('filters of the query text', () => {
  it.each([
    ['budget', 'word(budget)'],
    ['"two words"', 'phrase(two words)'],
    ['tag:work status:done', '(tag=work & data.status=done)'],
    ['title:plan', 'title~plan'],
    ['title:"two words"', 'title~two words'],
    ['path:projects/', 'path~projects/'],
    ['path:projects/*', 'path=projects/*'],
    ['modified:>=today', 'modified>=today'],
    ['created:<2024-06-01', 'created<2024-06-01'],
    ['created:2024-06', 'created=2024-06'],
    ['-draft', '!word(draft)'],
    ['-tag:old', '!tag=old'],
    ['-"a b"', '!phrase(a b)'],
    ['has:status missing:tag', '(has:data.status & missing:tag)'],
    ['a b OR c', '((word(a) & word(b)) | word(c))'],
    ['a or b', '(word(a) | word(b))'],
    ['NOT draft', '!word(draft)'],
    ['a AND b', '(word(a) & word(b))'],
    ['priority:1', 'data.priority=1'],
    ['modified:>={{today-7}}', 'modified>={today-7}'],
    ['tag:{{ which }}', 'tag={which}'],
    ['', ''],
  ])('%s', (source, expected) => {
    expect(show(parse(`${source} |`).filter)).toBe(expected);
  });

  it.each([
    ['order', 'word(order)'],
    ['hash', 'word(hash)'],
    ['pathology', 'word(pathology)'],
    ['status:in-progress', 'data.status=in-progress'],
    ['modified:2024-06', 'modified=2024-06'],
    ['modified:this-week', 'modified=this-week'],
    ['well-known', 'word(well-known)'],
    ['12:30', 'word(12:30)'],
    ['https://example.com', 'word(https://example.com)'],
    ['"or"', 'phrase(or)'],
  ])('%s is a plain value', (source, expected) => {
    expect(show(parse(source).filter)).toBe(expected);
  });

  it.each(['OR a', 'a OR', 'a OR OR b', '"open', 'tag:', 'has:', '(a OR b)', 'NOT', '""', 'has:>=x'])(
    'refuses %j, saying where',
    (source) => {
      expect(() => parse(source)).toThrow(/at position \d+/);
    },
  );
});

describe('directives of the query text', () => {
  it('are split off at the first pipe outside quotes', () => {
    const body = parse('"a | b" tag:x | sort:title limit:5');
    expect(show(body.filter)).toBe('(phrase(a | b) & tag=x)');
    expect(body).toMatchObject({ order: [{ field: 'title', descending: false }], limit: 5 });
  });

  it('may stand alone, in any case, the last one winning', () => {
    expect(parse('| LIMIT:5 limit:7 Offset:2 group:status SORT:modified:DESC')).toEqual({
      kind: 'filter',
      order: [{ field: 'modified', descending: true }],
      limit: 7,
      offset: 2,
      group: 'data.status',
    });
  });

  it('sort upwards unless told otherwise', () => {
    expect(parse('| sort:modified').order).toEqual([{ field: 'modified', descending: false }]);
  });

  it.each(['| top:3', '| limit:0', '| limit:x', '| offset:-1', '| sort:', '| sort:a+b', '| group:', 'a | b'])(
    'refuses %j, saying where',
    (source) => {
      expect(() => parse(source)).toThrow(`at position ${source.indexOf('|') + 3}, `);
    },
  );

  it('are needed when there is no filter', () => {
    expect(() => parse('  ')).toThrow(/empty/);
  });
});

it('any text is a filter or a CONFIG_INVALID error', () => {
  const piece = fc.constantFrom(
    'a',
    '"',
    ' ',
    ':',
    '-',
    '|',
    'OR',
    '{{',
    '}}',
    'tag:',
    '>=',
    '(',
    'has:',
    'sort:',
    '1',
    '\n',
    '\0',
    '😀',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      try {
        parse(pieces.join(''));
      } catch (error) {
        expect(error).toMatchObject({ code: 'CONFIG_INVALID' });
      }
    }),
  );
});
