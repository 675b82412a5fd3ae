import { describe, expect, it } from 'vitest';
import { buildFullText } from './full-text.ts';
import { scanNote } from './scan.ts';
import { splitWords } from './words.ts';

const size = 800_000;
const fill = (part: string) => part.repeat(Math.ceil(size / part.length));

function growingBackticks(): string {
  let text = '';
  for (let length = 1; text.length < size; length++) text += `${'`'.repeat(length)} `;
  return text;
}

const repeated = [
  '[a](',
  '[[',
  '[[a',
  '[[a]]',
  '![',
  '![[',
  '[',
  ']',
  '](',
  '[](',
  '[a]',
  '[a][b]',
  '[^',
  '<',
  '<a ',
  '<a b="',
  `<a b='" `,
  `<a x="<a y='" z=' " `,
  '<!--',
  '<?',
  '<!A',
  '<![CDATA[',
  '<a@b',
  '%%',
  '%%%',
  '$$',
  '$$$',
  '`a',
  '``a`b',
  '[`',
  '*',
  '* ',
  '- ',
  '+ ',
  '1. ',
  '>',
  '> ',
  '(',
  '[a](b "',
  "[a](b '",
  '[a](b (',
  '[a](<b',
  '[a](\\(',
  'http://',
  'https://a ',
  '#',
  '#a',
  ' #a',
  ' ^a',
  ' ^a   ',
  '|',
  '&',
  '&a',
  '\\',
  '-',
  '_',
  '=',
  '~',
  ' ',
  '\t',
  '\n',
  '\r',
  '漢',
  '👩‍💻',
  '\ud800',
  '\u0301',
  '%%a\n',
  '$$a\n',
  'a|b\n-|-\n',
  '~~~\n',
  'a\n===\n',
  '[a]: b\n',
  '[a]:\n',
  '[^a]: x\n',
  '- [ ] x 📅 2024-01-01\n',
  '<div>\n',
  '<pre>\na\n',
  'a <!--\n\n',
  '`a\n\n',
  '` ``\n\n',
  `<a b="'\n\n`,
  '---\n',
  '<x\n',
  '- a\n',
  '> a\n\n',
  '    a\n',
];

const built: [string, string][] = [
  ['backticks of growing lengths', growingBackticks()],
  ['ten million letters', 'a'.repeat(10_000_000)],
  ['openers, then closers', '['.repeat(size / 2) + ']'.repeat(size / 2)],
  ['nested links', `${'['.repeat(160_000)}a${'](b)'.repeat(160_000)}`],
  ['nested images', `${'!['.repeat(160_000)}a${'](b)'.repeat(160_000)}`],
  ['nested wikilinks', `${'[['.repeat(250_000)}a${']]'.repeat(250_000)}`],
  ['references with a definition', `${'[a][b]'.repeat(160_000)}\n\n[b]: c\n`],
  ['labels with a definition', `${'[a]'.repeat(330_000)}\n\n[b]: c\n`],
  ['a stair of lists', Array.from({ length: 1400 }, (_, depth) => `${' '.repeat(depth)}- a`).join('\n')],
  ['deep quotes', `${'> '.repeat(100)}a\n`.repeat(5000)],
  ['list markers on one line', `${'- '.repeat(500_000)}x`],
  ['an unclosed frontmatter', `---\n${'a: b\n'.repeat(200_000)}`],
  ['a task of recurrences', `- [ ] ${'🔁 a '.repeat(150_000)}`],
  ['a task of fields', `- [ ] ${'[due:: '.repeat(140_000)}`],
  ['a URL of parentheses', `http://a${')'.repeat(900_000)}`],
  ['a URL of entities', `http://a${'&amp;'.repeat(200_000)}`],
  ['a heading of hashes', `# ${'#'.repeat(size)} a`],
  ['a line of blanks', `x${' '.repeat(size)}y`],
];

describe('hostile input stays linear', () => {
  it.each([...repeated.map((part): [string, string] => [JSON.stringify(part), fill(part)]), ...built])(
    '%s',
    (_, text) => {
      // The better of three, in time of this process: others may hold the core for a while.
      let best = Number.POSITIVE_INFINITY;
      for (let run = 0; run < 3 && best > 500; run++) {
        const started = process.cpuUsage();
        scanNote(text);
        const used = process.cpuUsage(started);
        best = Math.min(best, (used.user + used.system) / 1000);
      }
      expect(best).toBeLessThan(500);
    },
  );

  it('in the full text too', () => {
    for (const part of ['a', 'running ', '漢', 'บันทึก', '👩‍💻', '\u0301', 'é ', '\ud800']) {
      const started = performance.now();
      const text = fill(part);
      buildFullText(text);
      splitWords(text);
      expect(performance.now() - started, part).toBeLessThan(3000);
    }
  });
});
