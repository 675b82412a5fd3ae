import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findFrontmatter } from '../markdown/frontmatter-block.ts';
import { parseFrontmatter } from '../markdown/yaml.ts';
import { type NewNote, renderNote } from './create-note-text.ts';

const now = Date.UTC(2024, 0, 5, 14, 7, 9);
const created = 'created: 2024-01-05T14:07:09Z\n';

function render(
  note: Partial<Omit<NewNote, 'template'>> & { template?: string; templateData?: object } = {},
) {
  const { template, templateData = {}, ...rest } = note;
  return renderNote({
    title: 'A title',
    id: 'abcd1234',
    content: '',
    data: {},
    now,
    timeZone: 'UTC',
    ...rest,
    template: template === undefined ? undefined : { name: 'one', text: template, data: { ...templateData } },
  });
}

function dataOf(text: string): Record<string, unknown> {
  const block = findFrontmatter(text)!;
  const { data, warning } = parseFrontmatter(text.slice(block.yamlStart, block.yamlEnd));
  expect(warning).toBeUndefined();
  expect(findFrontmatter(text.slice(block.end).trimStart())).toBeUndefined();
  return data;
}

describe('without a template', () => {
  it('is a heading with the title', () => {
    expect(render()).toBe(`---\ntitle: A title\n${created}---\n\n# A title\n`);
  });

  it('has the content after the frontmatter, as it was given', () => {
    expect(render({ content: 'Text\n\nmore' })).toBe(`---\ntitle: A title\n${created}---\n\nText\n\nmore\n`);
    expect(render({ content: 'Text\r\nmore\r\n' })).toBe(
      `---\ntitle: A title\n${created}---\n\nText\nmore\n`.replaceAll('\n', '\r\n'),
    );
  });

  it('does not expand tokens in content', () => {
    expect(render({ content: '{{title}} {{date}}' })).toContain('\n{{title}} {{date}}\n');
  });

  it('has data with its types after title and created', () => {
    const data = { tag: 'meeting', n: 3, done: true, list: ['a', '1'], text: '5' };
    expect(render({ data, content: 'x' })).toBe(
      `---\ntitle: A title\n${created}tag: meeting\nn: 3\ndone: true\nlist:\n  - a\n  - "1"\ntext: "5"\n---\n\nx\n`,
    );
  });

  it('takes created from data, and the title never', () => {
    const data = dataOf(render({ data: { created: '2020-01-01', title: 'Other' } }));
    expect(data).toEqual({ title: 'A title', created: '2020-01-01' });
    expect(dataOf(render({ data: { created: null } })).created).toBe('2024-01-05T14:07:09Z');
  });

  it('keeps a title of several lines whole in the frontmatter and on one line in the heading', () => {
    const text = render({ title: 'one\ntwo: "three"' });
    expect(dataOf(text).title).toBe('one\ntwo: "three"');
    expect(text).toContain('\n# one two: "three"\n');
  });

  it('makes one block of the frontmatter that content brings along', () => {
    const content = '---\ntitle: Other\ntags: [a]\nstatus: draft # why\n---\n\nBody\n';
    const text = render({ content, data: { status: 'done' } });
    expect(text).toBe(`---\ntitle: A title\n${created}tags: [a]\nstatus: done\n---\n\nBody\n`);
  });

  it('leaves content alone that only begins like frontmatter', () => {
    for (const content of ['---\n\nA line above\n', '---\nbroken: [\n---\ntext\n', '---\n---\ntext\n'])
      expect(render({ content }).endsWith(`---\n\n${content}`)).toBe(true);
  });
});

describe('with a template', () => {
  it('fills in every token', () => {
    const template =
      '# {{title}}\n{{date}} {{time}} {{ datetime }} {{date:dddd [at] h A}} {{time:HH}} {{data.who}} {{data.list}} {{data.deep.er}} {{id}}\n{{content}}\nend\n';
    const data = { who: 'Ann', list: ['a', 2], deep: { er: true } };
    expect(render({ template, data, content: 'Text' }).split('---\n\n')[1]).toBe(
      '# A title\n2024-01-05 14:07 2024-01-05T14:07:09+00:00 Friday at 2 PM 14 Ann a, 2 true abcd1234\nText\nend\n',
    );
  });

  it('leaves unknown tokens as they are, and a value that was not given empty', () => {
    const template =
      '{{unknown}} {{.Title}} {{title}x}} {{{title}}} {{ti\ntle}} {{data.none}}|{{}}{{data.}}\n';
    expect(render({ template }).split('---\n\n')[1]).toBe(
      '{{unknown}} {{.Title}} {{title}x}} {A title} {{ti\ntle}} |{{}}{{data.}}\n',
    );
  });

  it('never expands what it filled in', () => {
    const title = '{{content}} $& $1 {{id}}';
    const text = render({
      title,
      content: '{{title}} $&',
      template: '---\nalias: "{{title}}"\n---\n{{title}}\n{{content}}\n',
    });
    expect(text.slice(text.indexOf('---\n', 4) + 4)).toBe(`${title}\n{{title}} $&\n`);
    expect(dataOf(text).alias).toBe(title);
  });

  it('puts content after a template that has no place for it', () => {
    expect(render({ template: '## Agenda\n', content: 'Say hello' })).toMatch(/## Agenda\n\nSay hello\n$/);
    expect(render({ template: '## Agenda', content: 'Say hello' })).toMatch(/## Agenda\n\nSay hello\n$/);
    expect(render({ template: '## Agenda\n\n', content: 'Say hello' })).toMatch(/## Agenda\n\nSay hello\n$/);
    expect(render({ template: '---\na: 1\n---\n', content: 'Say hello' })).toMatch(/a: 1\n---\nSay hello\n$/);
  });

  it('has no heading of its own', () => {
    expect(render({ template: '---\na: 1\n---\n' })).toBe(`---\ntitle: A title\n${created}a: 1\n---\n`);
  });

  it('keeps the fields of the template byte for byte, comments included', () => {
    const fields = "# about\ntags:   [ a,b ]  # two\n\nquoted: 'x'\nblock: |\n  one\n\n  two\nnone:\n# end\n";
    expect(render({ template: `---\n${fields}---\nBody\n` })).toBe(
      `---\ntitle: A title\n${created}${fields}---\nBody\n`,
    );
  });

  it('lets data replace the lines of the field with the same key', () => {
    const template = '---\na: 1 # one\n# lists\ntags:\n  - x\n  - y\nblock: |\n  text\n\n  more\nz: 9\n---\n';
    const data = { tags: ['new'], block: 5, more: false };
    expect(render({ template, data })).toBe(
      `---\ntitle: A title\n${created}a: 1 # one\n# lists\ntags:\n  - new\nblock: 5\nz: 9\nmore: false\n---\n`,
    );
  });

  it('drops a title of the template, and takes its created only when it has one', () => {
    expect(render({ template: '---\ntitle: "{{title}}!"\ncreated: {{date}}\na: 1\n---\n' })).toBe(
      '---\ntitle: A title\ncreated: 2024-01-05\na: 1\n---\n',
    );
    expect(render({ template: '---\ncreated:\na: 1\n---\n' })).toBe(
      `---\ntitle: A title\n${created}a: 1\n---\n`,
    );
  });

  it('adds the properties that come with a template, below those of the caller', () => {
    const text = render({
      template: 'Body\n',
      templateData: { status: 'todo', due: '{{date}}', who: '{{data.who}}', tags: ['{{title}}'] },
      data: { status: 'done', who: 7 },
    });
    expect(dataOf(text)).toMatchObject({ status: 'done', due: '2024-01-05', who: 7, tags: ['A title'] });
  });

  it('keeps the line endings of the template', () => {
    const template = '---\r\na: 1\r\nb: |\r\n  {{content}}\r\n---\r\n# {{title}}\r\n\r\n{{content}}\r\n';
    const text = render({ template, content: 'one\ntwo\n', data: { c: ['x'] } });
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(dataOf(text)).toMatchObject({ a: 1, b: 'one\ntwo\n', c: ['x'] });
  });

  it('works without the byte order mark of a template', () => {
    expect(render({ template: '\uFEFF---\na: 1\n---\nBody\n' })).toBe(
      `---\ntitle: A title\n${created}a: 1\n---\nBody\n`,
    );
  });

  it('gives a token that is a whole value its type', () => {
    const yaml =
      'n: {{data.n}}\nl: {{data.l}}\no: {{data.o}}\nnone: {{data.x}}\nyear: {{date:YYYY}}\nday: {{date}}\nt: {{title}}\nf: [{{title}}, {{data.x}}, {{date}}]\n';
    const data = { n: 5, l: ['a', 'b: c'], o: { k: 'v' } };
    expect(dataOf(render({ template: `---\n${yaml}---\n`, data, title: 'true' }))).toMatchObject({
      n: 5,
      l: ['a', 'b: c'],
      o: { k: 'v' },
      none: null,
      year: 2024,
      day: '2024-01-05',
      t: 'true',
      f: ['true', null, '2024-01-05'],
    });
  });

  it('writes any title so that it reads as itself, wherever the token stands', () => {
    const yaml =
      'plain: {{title}}\nmixed: On {{title}} again\ndouble: "x {{title}}"\nsingle: \'{{title}} x\'\nflow: [a, {{title}}, "{{title}}"]\nmap: {k: {{title}}}\nnested:\n  - {{title}}\n  - deep: {{title}}\n# {{title}}\nlast: 1\n';
    const nasty = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1 }),
      fc.string({
        unit: fc.constantFrom(...'":\'#\n\r-[]{},&*!|>%@`\\ $~?ax1\u2028\uE000{{title}}'),
        minLength: 1,
      }),
    );
    fc.assert(
      fc.property(nasty, (title) => {
        const text = render({ template: `---\n${yaml}---\n`, title });
        expect(dataOf(text)).toEqual({
          title,
          created: '2024-01-05T14:07:09Z',
          plain: title,
          mixed: `On ${title} again`,
          double: `x ${title}`,
          single: `${title} x`,
          flow: ['a', title, title],
          map: { k: title },
          nested: [title, { deep: title }],
          last: 1,
        });
      }),
      { numRuns: 400 },
    );
  });

  it('falls back to writing values anew where lines cannot be kept', () => {
    const template = '---\nbase: &b [x]\nother: *b\n---\n';
    expect(dataOf(render({ template, data: { base: 1 } }))).toMatchObject({ base: 1, other: ['x'] });
    expect(dataOf(render({ template: '---\n{a: 1, b: {{title}}}\n---\n' }))).toMatchObject({
      a: 1,
      b: 'A title',
    });
    expect(dataOf(render({ template: '---\n? x\n: y\nz: 1\n---\n', data: { x: 2 } }))).toMatchObject({
      x: 2,
      z: 1,
    });
    expect(dataOf(render({ template: '---\na: 1\na: 2\n---\n' }))).toMatchObject({ a: 2 });
  });

  it.each([
    ['broken YAML', '---\na: [\n---\n'],
    ['broken YAML beside a token', '---\nt: {{title}}\na: "\n---\n'],
    ['a list', '---\n- a\n---\n'],
    ['deep nesting', `---\na: ${'['.repeat(5000)}\n---\n`],
    ['too much', `---\na: {{title}}\nb: |\n${'  x\n'.repeat(20_000)}---\n`],
  ])('refuses %s in the frontmatter of a template, naming it', (_, template) => {
    expect(() => render({ template })).toThrow(
      expect.objectContaining({
        code: 'CONFIG_INVALID',
        message: expect.stringContaining('Invalid frontmatter in template one: '),
      }),
    );
  });

  it('takes a time that grows with its size', () => {
    const inputs = ['{{', '{{title', '{{title}} ', '{{date:'.padEnd(190, ' '), '{{ '.repeat(60), '\uE000'];
    for (const part of inputs) {
      const started = performance.now();
      render({ template: `---\na: 1\n---\n${part.repeat(Math.ceil(1_000_000 / part.length))}` });
      render({ template: `---\n# ${part.repeat(Math.ceil(60_000 / part.length))}\na: 1\n---\n` });
      expect(performance.now() - started, part).toBeLessThan(3000);
    }
  });
});

it('refuses data that no frontmatter can hold', () => {
  expect(() => render({ data: { long: 'x\n'.repeat(40_000) } })).toThrow(
    expect.objectContaining({ code: 'INVALID_PARAMS', details: { parameter: 'data' } }),
  );
});
