import { describe, expect, it } from 'vitest';
import { writeNote } from '../../../../test/scratch-notebook.ts';
import { indexForQuestions } from './testing-relevance.ts';

const filler = (word: string, times: number) => `${`${word} `.repeat(times)}\n`;

describe('answerRelevance', () => {
  it('puts the note first whose title is the question, however much others say of it', async () => {
    using notebook = await indexForQuestions({
      'a.md': `# Other\n\n${filler('rotate the signing keys', 50)}`,
      'b.md': '# Rotate the signing keys\n\nSee there.',
      'c.md': `# Keys, keys, keys\n\n## Rotate the signing keys\n\n${filler('signing keys rotate', 50)}`,
      'd.md': '# Signing keys rotated\n\nrotate the signing keys',
    });
    expect(notebook.paths('rotate the signing keys')[0]).toBe('b.md');
    expect(notebook.paths('Rotate the SIGNING keys?')[0]).toBe('b.md');
    expect(notebook.paths('how do we rotate signing keys')[0]).toBe('b.md');
  });

  it('rewards having more of the question over repeating one word of it', async () => {
    using notebook = await indexForQuestions({
      'one.md': filler('migration', 40),
      'two.md': 'The billing migration was put off.',
      'other.md': 'Nothing of the kind, though billing is mentioned.',
    });
    expect(notebook.paths('when is the migration of billing')[0]).toBe('two.md');
  });

  it('does not ask for every word', async () => {
    using notebook = await indexForQuestions({ 'a.md': 'We chose Postgres.', 'b.md': 'Lunch was good.' });
    expect(notebook.paths('why did the whole team choose Postgres over everything else')).toEqual(['a.md']);
  });

  it('finds other forms of English words, the one asked for first', async () => {
    using notebook = await indexForQuestions({
      'a.md': 'She decided it yesterday.',
      'b.md': 'They are deciding it now.',
      'c.md': 'A decade ago.',
    });
    expect(notebook.paths('deciding')).toEqual(['b.md', 'a.md']);
    expect(notebook.paths('decides').sort()).toEqual(['a.md', 'b.md']);
  });

  it('finds words with and without their accents, as written first', async () => {
    using notebook = await indexForQuestions({
      'a.md': 'Coffee at the café with Zoë.',
      'b.md': 'Coffee at the cafe with Zoe.',
      'c.md': 'Two cafés are closed.',
    });
    expect(notebook.paths('cafe')[0]).toBe('b.md');
    expect(notebook.paths('café')[0]).toBe('a.md');
    expect(notebook.paths('cafe').sort()).toEqual(['a.md', 'b.md', 'c.md']);
    expect(notebook.paths('cafés').sort()).toEqual(['a.md', 'b.md', 'c.md']);
    expect(notebook.paths('zoe').sort()).toEqual(['a.md', 'b.md']);
  });

  it('finds text written without spaces by pairs of characters, whole runs first', async () => {
    using notebook = await indexForQuestions({
      'a.md': 'データベースの移行を延期しました。',
      'b.md': '移行の話はしていない。データだけ。',
      'c.md': '天気がいい。',
      'd.md': 'ร้านกาแฟใกล้บ้าน',
    });
    expect(notebook.paths('データベースの移行')[0]).toBe('a.md');
    expect(notebook.paths('データベースの移行')).not.toContain('d.md');
    expect(notebook.paths('天')).toEqual(['c.md']);
    expect(notebook.paths('กาแฟ')).toEqual(['d.md']);
  });

  it('lets stop words weigh nothing beside others, and looks for them when there is nothing else', async () => {
    using notebook = await indexForQuestions({
      'a.md': filler('what did we do about the', 30),
      'b.md': 'The harvest.',
      'c.md': '# Who\n\nA band.',
    });
    expect(notebook.ask('what did we do about the harvest')).toMatchObject({ total: 1 });
    expect(notebook.paths('what did we do about the harvest')).toEqual(['b.md']);
    expect(notebook.paths('who')).toEqual(['c.md']);
    expect(notebook.paths('what about')).toEqual(['a.md']);
  });

  it('takes a word in capitals for a name', async () => {
    using notebook = await indexForQuestions({ 'a.md': 'Ask IT for a laptop.', 'b.md': 'A laptop.' });
    expect(notebook.ask('who is responsible for IT').total).toBe(1);
    expect(notebook.ask('who is responsible for it').total).toBe(0);
  });

  it('looks for what a word may mean that stands in no note: a longer one, a misspelt one', async () => {
    using notebook = await indexForQuestions({
      'a.md': 'The configuration is in etc.',
      'b.md': 'Monitoring of the scheduler.',
      'c.md': 'Room 2041.',
    });
    expect(notebook.paths('config')).toEqual(['a.md']);
    expect(notebook.paths('scheudler')).toEqual(['b.md']);
    expect(notebook.paths('204')).toEqual([]);
    expect(notebook.paths('zzqqyyxx')).toEqual([]);
  });

  it('finds notes by their tags and by words of their headings', async () => {
    using notebook = await indexForQuestions({
      'a.md': '---\ntags: [gardening]\n---\nRoses.',
      'b.md': '## Compost heap\n\nTurn it.',
      'c.md':
        'The compost is mentioned, and a heap of other things, in one line that goes on about something else.',
    });
    expect(notebook.paths('gardening')).toEqual(['a.md']);
    expect(notebook.paths('compost heap')).toEqual(['b.md', 'c.md']);
  });

  it('prefers words that stand together over the same words far apart', async () => {
    const apart = `The boiler is old.\n\n${'Plain filler text goes here. '.repeat(60)}\n\nThe valve is new.`;
    const together = `Plain.\n\n${'Plain filler text goes here. '.repeat(60)}\n\nThe valve of the boiler leaks.`;
    using notebook = await indexForQuestions({ 'a.md': apart, 'b.md': together, 'c.md': 'Nothing.' });
    expect(notebook.paths('boiler valve')).toEqual(['b.md', 'a.md']);
  });

  it('shows the line of the file that says most, and where it is', async () => {
    using notebook = await indexForQuestions({
      'a.md': '---\ntitle: Boiler\n---\n# Boiler\r\n\r\nOld.\r\nThe valve of the boiler leaks.\r\n',
      'b.md': `${'x'.repeat(3000)} boiler ${'valve y'.repeat(3000)}`,
      'c.md': '---\ntags: [boiler]\n---\n\nFirst words.\nMore.',
      'd.md': '---\ntitle: Boiler\n---\n',
    });
    const rows = new Map(notebook.ask('boiler valve').rows.map((row) => [row.path, row]));
    expect(rows.get('a.md')).toMatchObject({ line: 7, snippet: 'The valve of the boiler leaks.' });
    expect(rows.get('b.md')!.snippet).toContain('boiler');
    expect([...rows.get('b.md')!.snippet].length).toBeLessThanOrEqual(200);
    expect(rows.get('c.md')).toMatchObject({ line: 5, snippet: 'First words.' });
    expect(rows.get('d.md')).toMatchObject({ line: 1, snippet: '' });
  });

  it('shows folded text as it is written', async () => {
    using notebook = await indexForQuestions({
      'a.md': 'Erste Zeile\nİSTANBUL’DA Ärger mit dem Straßenbau\n',
    });
    expect(notebook.ask('strassenbau ärger').rows[0]).toMatchObject({
      line: 2,
      snippet: 'İSTANBUL’DA Ärger mit dem Straßenbau',
    });
  });

  it('carries the id of the frontmatter', async () => {
    using notebook = await indexForQuestions({ 'a.md': '---\nid: N-7\n---\nword', 'b.md': 'word' });
    const rows = notebook.ask('word').rows;
    expect(rows.map(({ path, ownId }) => [path, ownId]).sort()).toEqual([
      ['a.md', 'N-7'],
      ['b.md', undefined],
    ]);
  });

  it('follows what changes on disk', async () => {
    using notebook = await indexForQuestions({ 'a.md': 'boiler', 'b.md': 'valve' });
    expect(notebook.paths('boiler')).toEqual(['a.md']);
    writeNote(notebook.notebook.scratch.root, 'a.md', 'nothing left of it');
    writeNote(notebook.notebook.scratch.root, 'c.md', `boiler ${'boiler '.repeat(100)}`);
    await notebook.notebook.update();
    expect(notebook.paths('boiler')).toEqual(['c.md']);
    expect(notebook.ask('valve nothing').total).toBe(2);
  });

  it('breaks ties by links from other notes, then by path', async () => {
    using notebook = await indexForQuestions({
      'a.md': 'boiler',
      'b.md': 'boiler',
      'c.md': 'boiler',
      'x.md': 'See [[b]].',
    });
    expect(notebook.paths('boiler')).toEqual(['b.md', 'a.md', 'c.md']);
  });
});
