import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildFullText } from './full-text.ts';
import { splitBigrams } from './unspaced.ts';
import { splitTerms, splitWords } from './words.ts';

describe('text for the index', () => {
  it.each([
    ['Plain English', 'Plain English'],
    ['笔记', ' 笔记 记 '],
    ['我的笔记 app', ' 我的 的笔 笔记 记  app'],
    ['ノート', ' ノー ート ト '],
    ['字', ' 字 '],
    ['cafe\u0301', 'café'],
    ['Ärger', 'Ärger'],
    ['ΟΔΟΣ', 'οδοσ'],
  ])('%j', (text, indexed) => {
    expect(buildFullText(text)).toBe(indexed);
  });
});

describe('words of a query', () => {
  it('are those of the index', () => {
    expect(splitWords("Don't C++ 笔记本 Größe")).toEqual(['don', 't', 'c', '笔记', '记本', '本', 'größe']);
    expect(splitTerms('Größe笔记本 C++')).toEqual([
      { text: 'größe', unspaced: false },
      { text: '笔记本', unspaced: true },
      { text: 'c', unspaced: false },
    ]);
    expect(splitBigrams('笔记本')).toEqual(['笔记', '记本']);
    expect(splitBigrams('𠮷野')).toEqual(['𠮷野']);
    expect(splitBigrams('字')).toEqual([]);
  });

  it('equal the tokens SQLite makes of the indexed text', () => {
    const parts = [
      'Hello',
      'ΟΔΟΣ ',
      'ß',
      'İstanbul',
      'e\u0301',
      'é',
      '漢字かな',
      'カタカナー',
      '한국어',
      'บันทึก',
      '👩‍💻',
      '🎉🎉',
      '👍🏽',
      'C++',
      "don't",
      'naïve',
      'ﬁ',
      '①',
      'Ⅳ',
      'µm',
      'ſ',
      'हिन्दी',
      'العربية',
      '\u0308',
      'a\u0331b',
      'x\u0345y',
      '_',
      '-',
      ' ',
      '\n',
      '123',
      '１２',
      'Ǆ',
      'ა',
      'Ა',
      'Ꭰ',
      '\ue000',
      '々〆',
      'ー',
      '\u3099か\u3099',
      '𠮷野',
      'ᄒ',
      'ល្អ',
      'မြန်မာ',
      'ພາສາ',
      'ﾊﾝｶｸ',
      '\ud800',
      '\u0000',
    ];
    const db = new DatabaseSync(':memory:');
    db.exec(
      `CREATE VIRTUAL TABLE f USING fts5(x, tokenize="unicode61 remove_diacritics 0 categories 'L* N* Co So'")`,
    );
    db.exec("CREATE VIRTUAL TABLE v USING fts5vocab(f, 'instance')");
    const insert = db.prepare('INSERT INTO f(rowid, x) VALUES (1, ?)');
    const tokens = db.prepare('SELECT term FROM v ORDER BY offset');
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 8 }), (chosen) => {
        const text = chosen.join('');
        db.exec('DELETE FROM f');
        insert.run(buildFullText(text));
        expect(splitWords(text)).toEqual(tokens.all().map((row) => row.term));
      }),
      { numRuns: 1500 },
    );
    db.close();
  });

  it('find any part of a run as a phrase of bigrams', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...'日本語笔记ノート'), { minLength: 2, maxLength: 12 }),
        fc.nat(),
        fc.nat(),
        (chars, from, length) => {
          const start = from % (chars.length - 1);
          const part = chars.slice(start, start + 2 + (length % (chars.length - start - 1)));
          const indexed = ` ${splitWords(chars.join('')).join(' ')} `;
          expect(indexed).toContain(` ${splitBigrams(part.join('')).join(' ')} `);
          for (const char of chars) expect(indexed).toContain(` ${char}`);
        },
      ),
    );
  });
});
