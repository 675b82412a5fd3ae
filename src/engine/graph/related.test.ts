import { expect, test } from 'vitest';
import { makeScratch, openScratchEngine, ownerCall } from '../../../test/scratch-notebook.ts';
import type { Caller } from '../call.ts';
import { listRelated } from '../index.ts';
import type { RelatedEntry } from './related.ts';

async function relatedTo(
  note: string,
  notes: Record<string, string>,
  caller: Caller = ownerCall.caller,
): Promise<RelatedEntry[]> {
  const scratch = makeScratch(notes);
  const engine = await openScratchEngine(scratch);
  try {
    const call = { ...ownerCall, caller };
    const { rows, total } = await listRelated(engine, { note, limit: 200, offset: 0 }, call);
    expect(rows).toHaveLength(total);
    return rows;
  } finally {
    await engine.close();
    scratch.remove();
  }
}

/** `path: kind via, kind via`. */
function sayWhy(rows: readonly RelatedEntry[]): string[] {
  return rows.map(({ path, reasons }) => {
    const why = reasons.map(({ kind, count, notes, tags, words }) =>
      [kind, count, ...(notes ?? tags ?? words ?? [])].filter((one) => one !== undefined).join(' '),
    );
    return `${path}: ${why.sort().join(', ')}`;
  });
}

/** Notes without a word in common with the others: numbers are no words. */
const notebook = {
  '0.md': '---\nup: 1\nsubnotes: [2]\ntags: [rare, all]\n---\n[[3]] [[3]] [[5]] ![[6.png]]',
  '1.md': '---\ntags: all\n---\n',
  '2.md': '---\ntags: all\n---\n',
  '3.md': '---\ntags: all\n---\n',
  '4.md': '---\ntags: all\n---\n[[0]] [[7]] [[0]]',
  '5.md': '---\ntags: all\n---\n',
  '6.png': '',
  '7.md': '---\ntags: all\n---\n',
  '8.md': '---\ntags: all\n---\n[[5]] ![[6.png]]',
  '9.md': '---\ntags: [Rare, all]\n---\n',
  '10.md': '---\nparent: 1\ntags: all\n---\n',
  '11.md': '---\ntags: all\n---\n[[11]] [[nowhere]] [[12]]',
  '12.md': '---\ntags: all\n---\n',
};

test('each related note says why, and its score is the sum of the reasons', async () => {
  const rows = await relatedTo('0', notebook);
  expect(sayWhy(rows).sort()).toEqual([
    '1.md: parent',
    '10.md: sibling 1.md',
    '2.md: child',
    '3.md: outgoing_link 2',
    '4.md: incoming_link 2',
    '5.md: outgoing_link 1',
    '7.md: co_citation 1 4.md',
    '8.md: shared_links 2 5.md 6.png',
    '9.md: shared_tags rare',
  ]);
  for (const { score, reasons } of rows) {
    expect(score).toBeCloseTo(
      reasons.reduce((sum, { weight }) => sum + weight, 0),
      9,
    );
    expect(score).toBeGreaterThan(0);
  }
  const scores = rows.map(({ score }) => score);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
});

test('what a caller must not see is neither shown nor a reason', async () => {
  const visible = ['0.md', '2.md', '5.md', '7.md', '8.md', '10.md'];
  const rows = await relatedTo('0', notebook, { visible, writable: [] });
  expect(sayWhy(rows).sort()).toEqual(['2.md: child', '5.md: outgoing_link 1', '8.md: shared_links 1 5.md']);
});

test('rare tags and files that few link to weigh more', async () => {
  const rows = await relatedTo('0', {
    '0.md': '---\ntags: [few, some]\n---\n[[90]] [[91]]',
    '1.md': '---\ntags: [few]\n---\n',
    '2.md': '---\ntags: [some]\n---\n',
    '3.md': '---\ntags: [some]\n---\n',
    '4.md': '[[90]]',
    '5.md': '[[91]]',
    '6.md': '[[91]]',
    '90.md': '',
    '91.md': '',
  });
  const weightOf = (path: string) => rows.find((row) => row.path === path)!.score;
  expect(weightOf('1.md')).toBeGreaterThan(weightOf('2.md'));
  expect(weightOf('2.md')).toBe(weightOf('3.md'));
  expect(weightOf('4.md')).toBeGreaterThan(weightOf('5.md'));
  expect(weightOf('5.md')).toBe(weightOf('6.md'));
});

test('texts about the same thing are related by the words that say so, in any form', async () => {
  const filler = Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => [`filler ${i}.md`, `Common text about daily life number${i}.`]),
  );
  const rows = await relatedTo('bees', {
    ...filler,
    'bees.md':
      'Beekeeping in winter: hives need insulation, and the colony clusters for warmth. Common text.',
    'hive.md': 'How I insulated the hive before the winter, so that a colony survives. Common text.',
    'nest.md': 'Wasps build nests of paper. Common text.',
  });
  expect(rows.map(({ path }) => path)).toEqual(['hive.md']);
  expect(rows[0]!.reasons).toMatchObject([{ kind: 'similar_text' }]);
  expect(rows[0]!.reasons[0]!.words).toEqual(expect.arrayContaining(['colony', 'hives', 'winter']));
});

test('a note that is alone, empty or links only to itself is related to nothing', async () => {
  expect(await relatedTo('a', { 'a.md': '[[a]]', 'b.md': '', 'c.md': 'Text' })).toEqual([]);
  expect(await relatedTo('b', { 'a.md': '[[a]]', 'b.md': '', 'c.md': 'Text' })).toEqual([]);
});

test('the order is the same however the notebook came to be', async () => {
  const names = Object.keys(notebook);
  const reversed = Object.fromEntries(
    names.reverse().map((name) => [name, notebook[name as keyof typeof notebook]]),
  );
  expect(await relatedTo('0', reversed).then(sayWhy)).toEqual(await relatedTo('0', notebook).then(sayWhy));
});

test('a hub with more links than are looked at is still answered', { timeout: 30_000 }, async () => {
  const spokes = Array.from({ length: 700 }, (_, i) => `n${i}`);
  const rows = await relatedTo('n3', {
    'hub.md': spokes.map((name) => `[[${name}]]`).join(' '),
    ...Object.fromEntries(spokes.map((name) => [`${name}.md`, '[[hub]]'])),
  });
  expect(rows.map(({ path }) => path)).toEqual(['hub.md']);
});
