import { folderOf, type LinkAim, parseAim } from './link-aim.ts';
import { type LinkedFile, NameGroup } from './name-group.ts';
import { hasPart, type NoteParts } from './note-parts.ts';

export interface NamedFiles {
  notes: NameGroup | undefined;
  attachments: NameGroup | undefined;
}

/** Notes by what they are called besides their file name; of those with a title at most two. */
export interface CalledNotes {
  aliased: readonly LinkedFile[];
  identified: readonly LinkedFile[];
  titled: readonly LinkedFile[];
}

/** What the resolving of links asks. Names, aliases, ids and titles come folded. */
export interface LinkLookup {
  /** The file of exactly this path: a short cut around `named`, and may be left unanswered. */
  at(path: string, name: string): LinkedFile | undefined;
  /** Files by name: notes without `.md`, others with their extension. */
  named(name: string): NamedFiles;
  called(text: string): CalledNotes;
  parts(note: number): NoteParts;
}

export const linkState = { resolved: 0, noFile: 1, noPart: 2 } as const;

export interface LinkText {
  kind: string;
  target: string;
  heading: string | null;
  block: string | null;
}

export interface Resolved {
  file: number | null;
  state: number;
  /** How many the link may mean equally well; the closest was chosen. */
  choices: number;
}

interface Choice {
  file: LinkedFile;
  choices: number;
  isNote: boolean;
}

/** Finds what a link means: path, file name, alias, id, then a title that only one note has. */
export function resolveLink(
  lookup: LinkLookup,
  source: { id: number; path: string },
  link: LinkText,
): Resolved {
  const folder = folderOf(source.path);
  const aim = parseAim(link.kind, link.target, folder);
  if (aim.reach === 'self') return { file: source.id, choices: 1, state: partState(lookup, source.id, link) };
  const choice =
    aim.reach === 'nowhere'
      ? undefined
      : (findByPath(lookup, aim, folder) ?? findByText(lookup, aim, source.id, folder));
  if (!choice) return { file: null, state: linkState.noFile, choices: 0 };
  const { file, choices, isNote } = choice;
  // What comes after the # of a PDF or a picture is for whoever shows it.
  const state = isNote ? partState(lookup, file.id, link) : linkState.resolved;
  return { file: file.id, choices, state };
}

export function partState(lookup: LinkLookup, note: number, { kind, heading, block }: LinkText): number {
  if (heading === null && block === null) return linkState.resolved;
  return hasPart(lookup.parts(note), kind, heading, block) ? linkState.resolved : linkState.noPart;
}

function findByPath(lookup: LinkLookup, aim: LinkAim, folder: string): Choice | undefined {
  const { folded, noteOnly, path, reach } = aim;
  const name = folded.slice(folded.lastIndexOf('/') + 1);
  const first = reach === 'near' && folder !== '' ? `${folder}/${path}` : path;
  // What is written with an extension means a file of that name before a note that has one more.
  const literal = !noteOnly && name.includes('.');
  const quick = literal ? undefined : lookup.at(`${first}.md`, name);
  if (quick) return { file: quick, choices: 1, isNote: true };
  const { notes, attachments } = lookup.named(name);
  const asNote = () => findInGroup(notes, aim, folder, true);
  const asOther = () => (noteOnly ? undefined : findInGroup(attachments, aim, folder, false));
  return literal ? (asOther() ?? asNote()) : (asNote() ?? asOther());
}

function findInGroup(
  group: NameGroup | undefined,
  { reach, folded, path }: LinkAim,
  folder: string,
  isNote: boolean,
): Choice | undefined {
  if (!group) return undefined;
  const foldedFolder = folder.toLowerCase();
  const beside =
    reach === 'near' && folder !== ''
      ? group.at(`${foldedFolder}/${folded}`, `${folder}/${path}`)
      : undefined;
  const exact = beside ?? group.at(folded, path);
  if (exact) return { file: exact, choices: 1, isNote };
  if (reach === 'exact') return undefined;
  const ending = group.endingIn(folded);
  return ending && { file: ending.closest(foldedFolder, path), choices: ending.files.length, isNote };
}

function findByText(
  lookup: LinkLookup,
  { text, path }: LinkAim,
  source: number,
  folder: string,
): Choice | undefined {
  if (text === '') return undefined;
  const { aliased, identified, titled } = lookup.called(text);
  const several = aliased.length > 0 ? aliased : identified;
  if (several.length > 0) {
    const file = new NameGroup(several).closest(folder.toLowerCase(), path);
    return { file, choices: several.length, isNote: true };
  }
  // `# [[Name]]` gives a note the very title that its link names: that makes the link lead nowhere, not to itself.
  const [only] = titled;
  return titled.length === 1 && only!.id !== source ? { file: only!, choices: 1, isNote: true } : undefined;
}
