import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FilterInput } from './parse-filters.ts';
import { type FilterNotebook, indexNotes } from './testing-view.ts';

const notes: Record<string, string> = {
  'index.md':
    '---\ntitle: Home\ncreated: 2024-01-01\nmodified: 2024-01-02\n---\nSee [[epics/alpha]], [[Beta plan]] and [home](index.md).\n',
  'epics/alpha.md':
    '---\ntitle: Alpha\ntags: [epic, work/urgent]\nstatus: active\npriority: 3\nassignees: [Ann, Bob]\ndue: 2024-06-15\ncreated: 2024-05-31T22:30:00Z\nmodified: 2024-06-01\n---\none two three\n',
  'epics/beta.md':
    '---\ntitle: Beta plan\naliases: [second epic]\ntag: Epic\nStatus: Archived\npriority: 10\nproject:\n  name: Apollo\n  owners: [{name: Eve}, {name: Dan}]\ncreated: 2024-06-30T12:00:00Z\nmodified: 2024-07-01\n---\nlinks back to [[Alpha#Nowhere|it]] ![[pic.png]]\n',
  'epics/deep/gamma.md':
    '---\npriority: high\ndone: true\nstatus:\nempty: []\nratio: 0.5\ncode: "007"\ncreated: 2025-01-01\nmodified: 2025-06-01T10:30:15Z\n---\n# Gamma ray\n\n#work/later #Été [[Missing]]\n',
  'journal/2024-06-01.md':
    '---\nstatus: draft\nquote: "it\'s 100% \\"fine\\"; DROP TABLE notes; --"\nproject.name: Dotted\ncreated: 2023-12-31T23:30:00Z\nmodified: 2024-06-03\n---\nNothing. [[../epics/beta.md]]\n',
  'we_ird/50% [x] a+b (1).md': '---\ncreated: 2022-02-02\nmodified: 2022-02-02\n---\n',
  'pic.png': 'not a note',
};

const alpha = 'epics/alpha.md';
const beta = 'epics/beta.md';
const gamma = 'epics/deep/gamma.md';
const home = 'index.md';
const day = 'journal/2024-06-01.md';
const odd = 'we_ird/50% [x] a+b (1).md';
const all = [alpha, beta, gamma, home, day, odd];

let notebook: FilterNotebook;
beforeAll(async () => {
  // Monday in Berlin, Sunday in UTC
  notebook = await indexNotes(notes, {
    now: Date.parse('2024-06-02T22:30:00Z'),
    globs: ['epics/**', 'journal/**'],
  });
});
afterAll(() => notebook[Symbol.dispose]());

const without = (...paths: string[]) => all.filter((path) => !paths.includes(path));

function check(title: string, table: [condition: string, expected: string[]][]): void {
  describe(title, () => {
    test.each(table)('%s', (condition, expected) => {
      expect(notebook.find({ and: [condition] })).toEqual([...expected].sort());
      expect(notebook.find({ or: [condition] })).toEqual([...expected].sort());
      expect(notebook.find({ not: [condition] })).toEqual(without(...expected).sort());
    });
  });
}

function checkGroups(title: string, table: [name: string, input: FilterInput, expected: string[]][]): void {
  describe(title, () => {
    test.each(table)('%s', (_, input, expected) => {
      expect(notebook.find(input)).toEqual([...expected].sort());
    });
  });
}

checkGroups('groups (20)', [
  ['one condition', { and: ['data.tag=epic'] }, [alpha, beta]],
  ['several in and', { and: ['data.tag=epic', 'data.priority>5'] }, [beta]],
  ['any of or', { or: ['data.status=active', 'data.status=draft'] }, [alpha, day]],
  ['not keeps notes that lack the field', { not: ['data.status=archived'] }, without(beta)],
  ['mixed', { and: ['data.tag=epic'], not: ['data.status=archived'] }, [alpha]],
  [
    'all three',
    { and: ['path=epics/**'], or: ['data.done=true', 'tag=epic'], not: ['title=alpha'] },
    [beta, gamma],
  ],
  ['or with a negative', { or: ['data.status!=active', 'title=Alpha'] }, all],
  ['and with a negative', { and: ['path=epics/*', 'data.status!=active'] }, [beta]],
  ['only negatives', { and: ['has:data.done'], not: ['missing:data.done'] }, [gamma]],
  ['a negative denied', { not: ['data.status!=active'] }, [alpha]],
  ['nothing found', { and: ['data.tag=nowhere'] }, []],
  ['contradiction', { and: ['title=Alpha', 'title=Home'] }, []],
]);

check('properties (20)', [
  ['data.status=ACTIVE', [alpha]],
  ['data.status = active ', [alpha]],
  ['data.status=archived', [beta]],
  ['data.STATUS=draft', [day]],
  ['data.assignees=bob', [alpha]],
  ['data.assignees!=bob', without(alpha)],
  ['data.priority=3', [alpha]],
  ['data.priority=3.0', [alpha]],
  ['data.priority=high', [gamma]],
  ['data.done=true', [gamma]],
  ['data.done=True', [gamma]],
  ['data.done=false', []],
  ['data.ratio=.5', [gamma]],
  ['data.code=007', [gamma]],
  ['data.code=7', []],
  ['data.project.name=apollo', [beta]],
  ['data.project.name=dotted', [day]],
  ['data."project.name"=dotted', [day]],
  ['data.project.owners.name=eve', [beta]],
  ['data.project=apollo', []],
  ['data.status~ACT', [alpha]],
  ['data.priority~1', [beta]],
  ['data.status=a*', [alpha, beta]],
  ['data.status=?raft', [day]],
  ['data.status!=a*', without(alpha, beta)],
  ['data.nothing=x', []],
  ['data.nothing!=x', all],
  ['data.title=Alpha', [alpha]],
  ['data.toString=x', []],
  ['data.__proto__=x', []],
]);

check('presence', [
  ['has:data.status', [alpha, beta, day]],
  ['missing:data.status', [gamma, home, odd]],
  ['has:data.empty', []],
  ['has:data.project.name', [beta, day]],
  ['has:data.project', [beta]],
  ['has:tag', [alpha, beta, gamma]],
  ['missing:data.tags', [home, day, odd]],
  ['has:title', all],
  ['missing:path', []],
  ['has:body', without(odd)],
  ['HAS : links-to', [home, beta, day]],
  ['has:linked-by', [home, alpha, beta]],
  ['missing:linked-by', [gamma, day, odd]],
]);

check('numbers and dates (21)', [
  ['data.priority>=3', [alpha, beta, gamma]],
  ['data.priority<=3', [alpha]],
  ['data.priority>3', [beta, gamma]],
  ['data.priority<10', [alpha]],
  ['data.due>=2024-06', [alpha]],
  ['data.due=2024-06', [alpha]],
  ['data.due=2024', [alpha]],
  ['data.due>2024-06', []],
  ['data.due<=2024-06-15', [alpha]],
  ['data.due<2024-06-15T00:00:00+02:00', []],
  ['data.due>today', [alpha]],
  ['data.code>=5', [gamma]],
  ['words=3', [alpha]],
  ['words>=3', without(odd)],
  ['words!=3', without(alpha)],
  ['words<=0', [odd]],
  ['created=2024', [home, alpha, beta, day]],
  ['created=2024-06', [alpha, beta]],
  ['created=2024-06-01', [alpha]],
  ['created=2024-05-31', []],
  ['created=2024-05-31T22:30:00Z', [alpha]],
  ['created=2024-06-01T00:30', [alpha]],
  ['created>2024-06', [gamma]],
  ['created>=2024-06', [alpha, beta, gamma]],
  ['created<2024', [odd]],
  ['created<=2024-01-01', [home, day, odd]],
  ['created!=2024', [gamma, odd]],
  ['modified=today', [day]],
  ['modified=Yesterday', []],
  ['modified=this-week', [day]],
  ['modified=this-month', [alpha, day]],
  ['modified=2025-06-01T10:30:15Z', [gamma]],
  ['modified>=2025-06-01T10:30:16Z', []],
]);

check('titles and tags', [
  ['title=alpha', [alpha]],
  ['title=Gamma ray', [gamma]],
  ['title=2024-06-01', [day]],
  ['title~a p', [beta]],
  ['title=*a*', [alpha, beta, gamma, odd]],
  ['title=B??a plan', [beta]],
  ['title>=beta', [beta, gamma, home]],
  ['title!=alpha', without(alpha)],
  ['tag=epic', [alpha, beta]],
  ['tags=#EPIC', [alpha, beta]],
  ['data.tags=work', [alpha, gamma]],
  ['tag=work/', [alpha, gamma]],
  ['tag=work/urgent', [alpha]],
  ['tag=wor', []],
  ['tag=été', [gamma]],
  ['tag=e\u0301te\u0301', [gamma]],
  ['tag=work/*', [alpha, gamma]],
  ['tag=*/urgent', [alpha]],
  ['tag=*ic', [alpha, beta]],
  ['tag~rge', [alpha]],
  ['tag!=epic', without(alpha, beta)],
  ['tag>work/m', [alpha, gamma]],
]);

check('paths (23)', [
  ['path=epics/*', [alpha, beta]],
  ['path=epics/**', [alpha, beta, gamma]],
  ['path=epics/', [alpha, beta, gamma]],
  ['path=EPICS/Alpha', [alpha]],
  ['path=epics/alpha.md', [alpha]],
  ['path=epics/alpha.MD', [alpha]],
  ['path=epics', []],
  ['path=alpha', []],
  ['path=*', [home]],
  ['path=**', all],
  ['path=**/*a.md', [alpha, beta, gamma]],
  ['path=**/gamma.md', [gamma]],
  ['path=*/alpha.md', [alpha]],
  ['path=epics/*/gamma.md', [gamma]],
  ['path=epics/**/*.md', [alpha, beta, gamma]],
  ['path=epics/????.md', [beta]],
  ['path=epics/?.md', []],
  ['path=pics/*', []],
  ['path!=epics/*', without(alpha, beta)],
  ['path=we_ird/*', [odd]],
  ['path=we?ird/*', [odd]],
  ['path=weXird/*', []],
  ['path=we_ird/50% [x] a+b (1)', [odd]],
  ['path=we_ird/50% [x] a+b (*', [odd]],
  ['path=we_ird/5*% [[]x]*', []],
  ['path=%/*', []],
  ['path=(e|j).*', []],
  ['path={epics,journal}/*', []],
  ['path=../*', []],
  ['path=/epics/*', []],
  ['path~PIC', [alpha, beta, gamma]],
  ['path~%', [odd]],
  ['path~é', []],
  ['path>=j', [day, odd]],
  ['path=*\0', []],
  ['path=été/**', []],
]);

check('text', [
  ['body~TWO', [alpha]],
  ['body=wo thre', [alpha]],
  ['body~"two three"', [alpha]],
  ['body~"three two"', []],
  ['body!=two', without(alpha)],
  ['body~alpha', [home, beta]],
  ['body~gamma', [gamma]],
  ['body~"gamma ray"', [gamma]],
  ['body~home', [home]],
  ['body~2024', []],
  ['body~Beta plan', [home]],
  ['body~/alpha]]', [home]],
  ['body~.', [home, beta, day]],
  ['body~ete', [gamma]],
  ['body~\0', []],
  ['body~*', []],
]);

check('links (24)', [
  ['links-to=epics/alpha.md', [home, beta]],
  ['links-to=epics/alpha', [home, beta]],
  ['links-to=ALPHA', [home, beta]],
  ['links-to=second epic', [home, day]],
  ['links-to=epics/*', [home, beta, day]],
  ['links-to=epics/', [home, beta, day]],
  ['links-to!=epics/*', without(home, beta, day)],
  ['links-to=index', [home]],
  ['links-to=gamma', []],
  ['links-to=no such note', []],
  ['linked-by=Home', [alpha, beta, home]],
  ['linked-by=epics/*', [alpha]],
  ['linked-by=**/deep/*', []],
  ['linked-by=journal/2024-06-01.md', [beta]],
  ['linked-by=pic.png', []],
]);

checkGroups('links with others (24)', [
  ['not', { and: ['links-to=alpha'], not: ['linked-by=index'] }, []],
  ['or', { or: ['links-to=alpha', 'links-to=beta'] }, [home, beta, day]],
  ['data and path', { and: ['linked-by=index', 'data.priority=3', 'path=epics/*'] }, [alpha]],
]);

check('what looks like code is text (22)', [
  ['data.quote=it\'s 100% "fine"; DROP TABLE notes; --', [day]],
  ['data.quote~"fine"', [day]],
  ['data.quote~0%', [day]],
  ['data.quote~100_', []],
  ['data.quote~% "f', [day]],
  ["data.status='; DROP TABLE notes; --", []],
  ["data.status=1' OR '1'='1", []],
  ["title=admin'--", []],
  ['tag=’; “x” ;', []],
  ["path=x' OR 1=1 --*", []],
  ["links-to=' UNION SELECT id FROM notes --", []],
  ["data.x') OR 1=1 --=y", []],
]);

test('`a=b=c` keeps `b=c` (21)', async () => {
  using small = await indexNotes({
    'a.md': '---\nformula: b=c\n---\n[[b]]\n',
    'b.md': '---\nformula: b\n---\n',
  });
  expect(small.find({ and: ['data.formula=b=c'] })).toEqual(['a.md']);
  expect(small.find({ and: ['data.formula= =c'] })).toEqual([]);
});

test('a caller finds only what it may see, from either end of a link', () => {
  const visible = ['journal/**', 'epics/**'];
  expect(notebook.find({ not: ['data.status=active'] }, ['journal/**'])).toEqual([day]);
  expect(notebook.find({ and: ['path=**'] }, visible)).toEqual([alpha, beta, gamma, day].sort());
  expect(notebook.find({ and: ['links-to=alpha'] }, visible)).toEqual([beta]);
  expect(notebook.find({ and: ['links-to=beta'] }, ['journal/**'])).toEqual([]);
  expect(notebook.find({ and: ['linked-by=index'] }, visible)).toEqual([]);
  expect(notebook.find({ and: ['has:links-to'] }, ['journal/**'])).toEqual([]);
  expect(notebook.find({ and: ['has:linked-by'] }, ['epics/**'])).toEqual([alpha]);
  for (const condition of [
    'data.status~a',
    'tag=epic',
    'title~a',
    'words>0',
    'created>=2000',
    'tag~e',
    'has:tag',
  ])
    expect(notebook.find({ and: [condition] }, ['journal/**']), condition).toEqual(
      notebook.find({ and: [condition, 'path=journal/**'] }),
    );
});
