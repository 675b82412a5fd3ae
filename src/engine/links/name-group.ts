import { folderOf, foldPath } from './link-aim.ts';

/** A file that a link may mean. */
export interface LinkedFile {
  id: number;
  path: string;
  folded: string;
}

export function linkedFile(id: number, path: string): LinkedFile {
  return { id, path, folded: foldPath(path) };
}

function compareFiles(a: LinkedFile, b: LinkedFile): number {
  return a.folded.length - b.folded.length || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.id - b.id);
}

/** Below this many files looking at each is quicker than asking a map. */
const few = 8;

/**
 * Files of one name, or of one name and parent. Which of them is meant is found without looking at each: some notebooks
 * have an `index.md` in every folder.
 */
export class NameGroup {
  /** Short paths first, then by path: the one to be chosen when nothing else decides comes first. */
  readonly files: readonly LinkedFile[];
  #byPath: Map<string, LinkedFile[]> | undefined;
  #byTail: Map<string, NameGroup> | undefined;
  #byFolder: Map<string, LinkedFile> | undefined;

  constructor(files: readonly LinkedFile[]) {
    this.files = [...files].sort(compareFiles);
  }

  /** The file at a path from the root; of several that differ in case the one spelled like the link. */
  at(folded: string, spelled: string): LinkedFile | undefined {
    return chooseSpelling(this.#at(folded), spelled);
  }

  #at(folded: string): readonly LinkedFile[] {
    if (this.files.length <= few) return this.files.filter((file) => file.folded === folded);
    this.#byPath ??= groupBy(this.files, (file) => file.folded);
    return this.#byPath.get(folded) ?? [];
  }

  /** The files whose paths end in these segments. */
  endingIn(tail: string): NameGroup | undefined {
    const slash = tail.lastIndexOf('/');
    if (slash < 0) return this;
    const ends = (file: LinkedFile) => file.folded === tail || file.folded.endsWith(`/${tail}`);
    if (this.files.length === 1) return ends(this.files[0]!) ? this : undefined;
    if (this.#byTail === undefined) {
      this.#byTail = new Map();
      for (const [two, files] of groupBy(this.files, (file) => lastSegments(file.folded, 2)))
        this.#byTail.set(two, new NameGroup(files));
    }
    const two = this.#byTail.get(lastSegments(tail, 2));
    if (two === undefined || tail === lastSegments(tail, 2)) return two;
    const files = two.files.filter(ends);
    return files.length === 0 ? undefined : new NameGroup(files);
  }

  /** As Obsidian chooses: what lies in the note's folder or below it, else anything; the shortest path, the first by path. */
  closest(foldedFolder: string, spelled: string): LinkedFile {
    const best = this.#closest(foldedFolder);
    return chooseSpelling(this.#at(best.folded), spelled) ?? best;
  }

  #closest(folder: string): LinkedFile {
    const { files } = this;
    if (folder === '' || files.length === 1) return files[0]!;
    if (files.length <= few) return files.find((file) => file.folded.startsWith(`${folder}/`)) ?? files[0]!;
    if (this.#byFolder === undefined) {
      this.#byFolder = new Map();
      for (const file of files)
        for (
          let above = folderOf(file.folded);
          above !== '' && !this.#byFolder.has(above);
          above = folderOf(above)
        )
          this.#byFolder.set(above, file);
    }
    return this.#byFolder.get(folder) ?? files[0]!;
  }
}

function chooseSpelling(files: readonly LinkedFile[], spelled: string): LinkedFile | undefined {
  if (files.length <= 1) return files[0];
  const isSpelled = ({ path, folded }: LinkedFile) => {
    const bare = path.slice(0, folded.length);
    return bare === spelled || bare.endsWith(`/${spelled}`);
  };
  return files.find(isSpelled) ?? files[0];
}

function groupBy(
  files: readonly LinkedFile[],
  keyOf: (file: LinkedFile) => string,
): Map<string, LinkedFile[]> {
  const groups = new Map<string, LinkedFile[]>();
  for (const file of files) {
    const key = keyOf(file);
    const group = groups.get(key);
    if (group) group.push(file);
    else groups.set(key, [file]);
  }
  return groups;
}

function lastSegments(path: string, count: number): string {
  let at = path.length;
  for (let i = 0; i < count && at > 0; i++) at = path.lastIndexOf('/', at - 1);
  return path.slice(at + 1);
}
