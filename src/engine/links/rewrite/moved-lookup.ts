import { folderOf, foldPath } from '../link-aim.ts';
import { type LinkedFile, linkedFile, NameGroup } from '../name-group.ts';
import type { CalledNotes, LinkLookup, NamedFiles } from '../resolve.ts';
import type { FileMove } from './choose-target.ts';

/** What will be different in the notebook. */
export interface Upheaval {
  moves: ReadonlyMap<number, FileMove>;
  /** Files that will be gone. */
  removed: ReadonlySet<number>;
  /** Notes that are called by their file name and will be called otherwise, with their titles to be, folded. */
  retitled: ReadonlyMap<number, string>;
}

/** Answers as the index will when everything is done. `titled` gives at least so many notes of a title, if there are. */
export function openMovedLookup(
  before: LinkLookup,
  { moves, removed, retitled }: Upheaval,
  titled: (title: string, atLeast: number) => readonly LinkedFile[],
): LinkLookup {
  const arrivals = new Map<string, LinkedFile>();
  const newNames = new Map<string, FileMove[]>();
  const oldNames = new Set<string>();
  for (const move of moves.values()) {
    if (move.isNote) arrivals.set(move.to, linkedFile(move.id, move.to));
    oldNames.add(nameOf(move.from));
    const name = nameOf(move.to);
    const known = newNames.get(name);
    if (known) known.push(move);
    else newNames.set(name, [move]);
  }
  const stays = ({ id }: LinkedFile) => !removed.has(id) && !moves.has(id);
  const group = (old: NameGroup | undefined, name: string, areNotes: boolean): NameGroup | undefined => {
    const files = old?.files.filter(stays) ?? [];
    for (const { id, to, isNote } of newNames.get(name) ?? [])
      if (isNote === areNotes) files.push(linkedFile(id, to));
    return files.length === 0 ? undefined : new NameGroup(files);
  };
  const named = remember((name: string): NamedFiles => {
    const old = before.named(name);
    if (!newNames.has(name) && !oldNames.has(name) && removed.size === 0) return old;
    return { notes: group(old.notes, name, true), attachments: group(old.attachments, name, false) };
  });
  const relocate = (files: readonly LinkedFile[]) =>
    files
      .filter(({ id }) => !removed.has(id))
      .map((file) => {
        const move = moves.get(file.id);
        return move ? linkedFile(move.id, move.to) : file;
      });
  return {
    at(path, name) {
      const arrived = arrivals.get(path);
      if (arrived) return arrived;
      const old = before.at(path, name);
      return old && stays(old) ? old : undefined;
    },
    named,
    called: remember((text: string): CalledNotes => {
      const { aliased, identified, titled: two } = before.called(text);
      const unsure = removed.size + retitled.size;
      const others = unsure === 0 ? two : titled(text, 2 + unsure).filter(({ id }) => !retitled.has(id));
      const renamed = [...retitled]
        .filter(([, title]) => title === text)
        .map(([id]) => linkedFile(id, moves.get(id)!.to));
      return {
        aliased: relocate(aliased),
        identified: relocate(identified),
        titled: [...relocate(others), ...renamed].slice(0, 2),
      };
    }),
    parts: (note) => before.parts(note),
  };
}

function nameOf(path: string): string {
  const folded = foldPath(path);
  return folderOf(folded) === '' ? folded : folded.slice(folded.lastIndexOf('/') + 1);
}

function remember<Value>(find: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, Value>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) {
      value = find(key);
      known.set(key, value);
    }
    return value;
  };
}
