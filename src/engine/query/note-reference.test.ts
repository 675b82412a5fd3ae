import { symlinkSync, unlinkSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAs, type OpenNotebook, openNotebook } from '../../../test/support/open-notebook.ts';
import { SlipboxError } from '../errors.ts';

async function refusal(work: Promise<unknown>): Promise<SlipboxError> {
  const thrown: unknown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(SlipboxError);
  return thrown as SlipboxError;
}

const pathOf = async (notebook: OpenNotebook, reference: string) => (await notebook.read(reference)).path;

describe('a note reference', () => {
  let notebook: OpenNotebook;
  beforeAll(async () => {
    notebook = await openNotebook({
      'Home.md': '# Welcome page',
      'projects/alpha.md': '---\ntitle: Project Alpha\nid: p-001\naliases: [The First, "Number One"]\n---\n',
      'projects/beta.md': '---\ntitle: Beta plan\nid: 20240131\n---\n',
      'archive/gamma.MD': '# Gamma rays',
      'a/Meeting.md': '# First meeting',
      'b/Meeting.md': '# Second meeting',
      'dotted.md': '---\ntitle: .NET notes\n---\n',
      'drive.md': '---\ntitle: "C: how to"\naliases: [../up, "~/home"]\n---\n',
      'cafe\u0301.md': '# Coffee',
      'e\u0301te\u0301/plage.md': '---\ntitle: La plage\n---\n',
      'case/Readme.md': '# Capital',
      'case/readme.md': '# Small',
      'x/untitled.md': '# Untitled',
      'y/untitled-2.md': '# untitled',
      'z/untitled-3.md': '# UNTITLED',
      'percent/100%.md': '# Percent',
      'ver/1.2.md': '# Version one two',
    });
  });
  afterAll(() => notebook[Symbol.asyncDispose]());

  it.each([
    ['a path', 'projects/alpha.md', 'projects/alpha.md'],
    ['a path without .md', 'projects/alpha', 'projects/alpha.md'],
    ['a path in other case', 'PROJECTS/Alpha.MD', 'projects/alpha.md'],
    ['a path in other case, without .md', 'Projects/Alpha', 'projects/alpha.md'],
    ['a bare path in other case', 'home', 'Home.md'],
    ['a path with a capital extension', 'archive/gamma.MD', 'archive/gamma.MD'],
    ['the same with a small one', 'archive/gamma.md', 'archive/gamma.MD'],
    ['the same with none', 'archive/gamma', 'archive/gamma.MD'],
    ['a path with too many slashes', 'projects//alpha.md', 'projects/alpha.md'],
    ['a path in NFC', 'caf\u00e9.md', 'caf\u00e9.md'],
    ['a path in NFD', 'cafe\u0301.md', 'caf\u00e9.md'],
    ['a folder in NFC', '\u00e9t\u00e9/plage', '\u00e9t\u00e9/plage.md'],
    ['an exact path beside one that differs in case', 'case/readme.md', 'case/readme.md'],
    ['the other', 'case/Readme', 'case/Readme.md'],
    ['an id', 'p-001', 'projects/alpha.md'],
    ['an id in other case', 'P-001', 'projects/alpha.md'],
    ['an id that is a number', '20240131', 'projects/beta.md'],
    ['a title', 'Project Alpha', 'projects/alpha.md'],
    ['a title in other case', 'project ALPHA', 'projects/alpha.md'],
    ['a title with space around', '  Beta plan ', 'projects/beta.md'],
    ['a title from a heading', 'Welcome page', 'Home.md'],
    ['an alias', 'The First', 'projects/alpha.md'],
    ['an alias in other case', 'number one', 'projects/alpha.md'],
    ['a file name', 'plage', '\u00e9t\u00e9/plage.md'],
    ['a file name with .md', 'beta.md', 'projects/beta.md'],
    ['a file name in other case', 'ALPHA', 'projects/alpha.md'],
    ['a file name with a dot', '1.2', 'ver/1.2.md'],
    ['a title that is no path', '.NET notes', 'dotted.md'],
    ['a title that looks like a drive', 'C: how to', 'drive.md'],
    ['an alias that looks like a way out', '../up', 'drive.md'],
    ['an alias that looks like a home', '~/home', 'drive.md'],
    ['a name with a percent sign', 'percent/100%.md', 'percent/100%.md'],
    ['the exact title among three that differ in case', 'untitled', 'y/untitled-2.md'],
    ['another', 'UNTITLED', 'z/untitled-3.md'],
  ])('may be %s: %s', async (_, reference, wanted) => {
    expect(await pathOf(notebook, reference)).toBe(wanted);
  });

  it('is ambiguous when two notes have it, with the candidates', async () => {
    const error = await refusal(notebook.read('meeting'));
    expect(error).toMatchObject({
      code: 'NOTE_AMBIGUOUS',
      details: { candidates: ['a/Meeting.md', 'b/Meeting.md'], count: 2 },
    });
    expect((await refusal(notebook.read('CASE/README.md'))).details).toMatchObject({
      candidates: ['case/Readme.md', 'case/readme.md'],
    });
  });

  it('that names nothing is answered with the closest', async () => {
    const error = await refusal(notebook.read('projects/alhpa.md'));
    expect(error).toMatchObject({ code: 'NOTE_NOT_FOUND', message: 'Note not found: projects/alhpa.md' });
    expect((error.details as { closest: string[] }).closest[0]).toBe('projects/alpha.md');
    expect(error.hint).toContain('Closest: projects/alpha.md');
  });

  it.each([
    ['Project Alpah', 'projects/alpha.md'],
    ['Xome', 'Home.md'],
    ['gama', 'archive/gamma.MD'],
    ['welcom', 'Home.md'],
    ['project/beta.md', 'projects/beta.md'],
  ])('%s comes closest to %s', async (reference, wanted) => {
    const { details } = await refusal(notebook.read(reference));
    const { closest } = details as { closest: string[] };
    expect(closest[0]).toBe(wanted);
    expect(closest.length).toBeLessThanOrEqual(3);
  });

  it('that is like nothing gets no suggestions', async () => {
    const { details, hint } = await refusal(notebook.read('qqqqqqqqqqqqqqq'));
    expect(details).toEqual({ closest: [] });
    expect(hint).toBe('Check path is relative to notebook root');
  });

  it.each(['../Home.md', '/etc/passwd', '.git/config', 'a/../Home', 'con.md', '.NOT notes'])(
    'that is refused as a path and is no title either is a traversal: %s',
    async (reference) => {
      expect((await refusal(notebook.read(reference))).code).toBe('PATH_TRAVERSAL');
    },
  );

  it('may be any text whatever: it is found, ambiguous, not found or refused', async () => {
    const odd = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '"',
        '*',
        'title : x',
        'AND',
        'NEAR(',
        '""',
        '%',
        '_',
        "'; --",
        '\u0301',
        '\ud800',
        'a\ud83d',
        '字',
        '#',
        '[[x]]',
      ),
      fc.string({ unit: 'grapheme', maxLength: 400 }),
    );
    await fc.assert(
      fc.asyncProperty(odd, async (reference) => {
        const outcome = await notebook
          .read(reference, { includeContent: false })
          .catch((error: unknown) => error);
        if (outcome instanceof SlipboxError) {
          expect(['NOTE_NOT_FOUND', 'NOTE_AMBIGUOUS', 'PATH_TRAVERSAL']).toContain(outcome.code);
          expect(outcome.message.length).toBeLessThan(300);
        } else expect(outcome).toHaveProperty('path');
      }),
      { numRuns: 150 },
    );
  });
});

describe('keys', () => {
  it('are the same in NFC and NFD, in any case, wherever they are written', async () => {
    await using notebook = await openNotebook({
      'a.md': '---\ntitle: Re\u0301sume\u0301\n---\n',
      'b.md': '---\ntitle: Other\naliases: [Nai\u0308ve]\n---\n',
      'c.md': '---\ntitle: Third\nid: ABC-1\n---\n',
      'd.md': '---\ntitle: Fourth\nid: E\u0301t\u00e9\n---\n',
    });
    for (const [reference, path] of [
      ['r\u00e9sum\u00e9', 'a.md'],
      ['RE\u0301SUME\u0301', 'a.md'],
      ['na\u00efve', 'b.md'],
      ['ABC-1', 'c.md'],
      ['abc-1', 'c.md'],
      ['\u00c9T\u00c9', 'd.md'],
    ] as const)
      expect(await pathOf(notebook, reference)).toBe(path);
  });
});

describe('precedence', () => {
  it('is path, id, title, alias, file name', async () => {
    const files: Record<string, string> = {
      'name/x.md': '# File name',
      'alias.md': '---\ntitle: By alias\naliases: [x]\n---\n',
      'title.md': '---\ntitle: x\n---\n',
      'id.md': '---\ntitle: By id\nid: x\n---\n',
      'x.md': '# Path',
    };
    const levels = Object.keys(files);
    await using notebook = await openNotebook(files);
    for (const level of levels.toReversed()) {
      expect(await pathOf(notebook, 'x')).toBe(level);
      expect(await pathOf(notebook, 'X')).toBe(level);
      unlinkSync(notebook.folder.path(level));
    }
    expect((await refusal(notebook.read('x'))).code).toBe('NOTE_NOT_FOUND');
  });

  it('two at a higher level are ambiguous even when one is alone at a lower', async () => {
    await using notebook = await openNotebook({ 'a.md': '# Twin', 'b.md': '# Twin', 'c/twin.md': '# Other' });
    expect((await refusal(notebook.read('Twin'))).details).toMatchObject({ candidates: ['a.md', 'b.md'] });
  });

  it('an exact match is found among very many that differ in case', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 120 }, (_, i) => [`${String(i).padStart(3, '0')}.md`, '# daily']),
    );
    await using notebook = await openNotebook({ ...files, 'zz.md': '# Daily' });
    expect(await pathOf(notebook, 'Daily')).toBe('zz.md');
    expect((await refusal(notebook.read('daily'))).details).toMatchObject({ count: 120 });
  });
});

describe('a caller that may not see everything', () => {
  it('gets the answers it would get if there were nothing else', async () => {
    const visible = {
      'public/open.md': '---\ntitle: Open\n---\n',
      'public/secretary.md': '# Secretary',
      'public/twin.md': '# Twin',
      'public/back.md': '# Back',
    };
    await using whole = await openNotebook({
      ...visible,
      'private/secret.md': '---\ntitle: Secret\nid: s1\naliases: [Hidden, Open]\n---\n',
      'private/twin.md': '# Twin',
      'open.md': '# At the top',
    });
    await using part = await openNotebook(visible);
    symlinkSync('/etc/hostname', whole.folder.path('private/out.md'));
    symlinkSync('../private/secret.md', whole.folder.path('public/link.md'));
    symlinkSync('../public/open.md', whole.folder.path('private/back.md'));
    const restricted = callAs(['public/**']);
    const answer = async (notebook: OpenNotebook, reference: string) => {
      const outcome = await notebook.read(reference, {}, restricted).catch((error: Error) => error);
      if ('path' in outcome) return outcome.path;
      if (!(outcome instanceof SlipboxError)) throw outcome;
      return { code: outcome.code, message: outcome.message, hint: outcome.hint, details: outcome.details };
    };
    const paths = [
      'private/secret.md',
      'private/secret',
      'private/nothing.md',
      'private/out.md',
      'private/back.md',
      'private',
    ];
    const others = [
      's1',
      'Hidden',
      'Secret',
      'secrets',
      'private/secrte.md',
      'public/link.md',
      'open',
      'open.md',
      'Twin',
      'back',
    ];
    for (const reference of [...paths, ...others])
      expect(await answer(whole, reference)).toEqual(await answer(part, reference));
    expect(await answer(whole, 'private/secret.md')).toMatchObject({ code: 'NOTE_NOT_FOUND' });
  });
});
