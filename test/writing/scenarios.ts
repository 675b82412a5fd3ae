import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { owner } from '../../src/engine/call.ts';
import { commitChanges, type FileChange } from '../../src/engine/writing/commit-changes.ts';
import { createFile } from '../../src/engine/writing/create-file.ts';
import { createFolder } from '../../src/engine/writing/create-folder.ts';
import type { WriteDesk } from '../../src/engine/writing/desk.ts';
import { editNote } from '../../src/engine/writing/edit-note.ts';

/** Changes of a notebook that a test makes, or dies in. Each works on what it finds. */
export type Scenario = keyof typeof scenarios;

export interface Places {
  root: string;
  stateDir: string;
}

/** What a job works with, without an index: none of these asks it anything. */
export function deskAt({ root, stateDir }: Places): WriteDesk {
  return {
    root,
    stateDir,
    db: undefined as never,
    caller: owner,
    isIgnored: () => false,
    finishLinks: () => undefined,
    throwIfCancelled: () => undefined,
  };
}

export const scenarios = {
  append: (desk: WriteDesk) =>
    editNote(desk, { path: 'a.md', edit: { kind: 'append', content: 'more '.repeat(5000) } }),
  property: (desk: WriteDesk) =>
    editNote(desk, { path: 'a.md', edit: { kind: 'property', name: 'status', value: 'done' } }),
  create: (desk: WriteDesk) => createFile(desk, { path: 'new/deep/b.md', content: 'text '.repeat(5000) }),
  folder: (desk: WriteDesk) => createFolder(desk, { path: 'new/deep/er' }),
  trash: (desk: WriteDesk) => commitChanges(desk, [{ kind: 'trash', disk: 'a.md', to: '.trash/a.md' }]),
  /** There and back, as it finds the note. */
  move: (desk: WriteDesk) => moveLinked(desk),
  moveFolder: (desk: WriteDesk) => {
    const isThere = statSync(path.join(desk.root, 'links'), { throwIfNoEntry: false }) !== undefined;
    const [from, to] = isThere ? ['links', 'deep/er/links'] : ['deep/er/links', 'links'];
    const rewrites = rewriteAll(desk, from, 'a', 'target');
    return commitChanges(desk, [...rewrites, { kind: 'folder', from, to }]);
  },
};

function moveLinked(desk: WriteDesk): unknown {
  const isThere = statSync(path.join(desk.root, 'a.md'), { throwIfNoEntry: false }) !== undefined;
  const [from, to] = isThere ? ['a', 'moved/here/target'] : ['moved/here/target', 'a'];
  const own: FileChange[] = rewriteOne(desk, `${from}.md`, 'self', 'own');
  const change: FileChange = { kind: 'move', from: `${from}.md`, to: `${to}.md` };
  return commitChanges(desk, [...rewriteAll(desk, 'links', from, to), ...own, change]);
}

function rewriteAll(desk: WriteDesk, folder: string, from: string, to: string): FileChange[] {
  const names = readdirSync(path.join(desk.root, folder));
  return names.flatMap((name) => rewriteOne(desk, `${folder}/${name}`, from, to));
}

function rewriteOne(desk: WriteDesk, disk: string, from: string, to: string): FileChange[] {
  const before = readFileSync(path.join(desk.root, disk));
  const text = before.toString();
  const [old, put] = text.includes(`[[${from}]]`) ? [from, to] : [to, from];
  const after = Buffer.from(text.replaceAll(`[[${old}]]`, `[[${put}]]`));
  return [{ kind: 'rewrite', disk, before, after }];
}

export function fillNotebook(root: string, links: number): void {
  rmSync(root, { recursive: true, force: true });
  mkdirSync(path.join(root, 'links'), { recursive: true });
  writeFileSync(path.join(root, 'a.md'), '---\nstatus: open # now\n---\n# A\n\n[[self]]\n');
  mkdirSync(path.join(root, 'moved/here'), { recursive: true });
  for (let i = 0; i < links; i++)
    writeFileSync(
      path.join(root, 'links', `note ${i}.md`),
      `# ${i}\n\nTo [[a]] and [[a]].\n${'text '.repeat(40)}\n`,
    );
}

export function hashTree(folder: string): string {
  return createHash('sha256')
    .update(JSON.stringify(readTree(folder)))
    .digest('hex');
}

/** Everything below a folder, hidden or not. */
function readTree(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .sort()
      .map((name) => {
        const file = path.join(folder, name);
        return [name, statSync(file).isDirectory() ? 'folder' : readFileSync(file, 'utf8')];
      }),
  );
}
