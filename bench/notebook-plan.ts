import type { Script } from './other-scripts.ts';
import { drawForeignPhrase } from './other-scripts.ts';
import type { Random } from './random.ts';
import { between, createRandom, normal, pick, skewedIndex } from './random.ts';
import { capitalize, drawRareWord, drawWord, isoDate } from './vocabulary.ts';

export interface PlannedNote {
  readonly path: string;
  /** File name without `.md`. */
  readonly name: string;
  readonly title: string;
  readonly folder: number;
  readonly script: Script;
}

export interface NotebookPlan {
  /** Folder paths, parents first; the first is the root, written as an empty string. */
  readonly folders: readonly string[];
  readonly notes: readonly PlannedNote[];
  /** Per folder, the numbers of its notes. */
  readonly members: readonly (readonly number[])[];
}

const NOTES_PER_FOLDER = 60;
const DEEPEST = 5;
const PLAN_STREAM = -1;
const FIRST_DAILY_NOTE = 15_706;
const REPEATED_TITLES = ['README', 'index', 'Meeting notes', 'To do', 'Ideas', 'Weekly review'];

export function planNotebook(notes: number, seed: number): NotebookPlan {
  const random = createRandom(seed, PLAN_STREAM);
  const folders = planFolders(random, Math.max(1, Math.round(notes / NOTES_PER_FOLDER)));
  const chooseFolder = weighFolders(random, folders.length);
  const folderNumbers = new Map(folders.map((folder, index) => [folder, index]));
  const members: number[][] = folders.map(() => []);
  const taken = new Set<string>();
  const planned: PlannedNote[] = [];
  for (let index = 0; index < notes; index++) {
    const script = scriptOf(index);
    let title = index === 0 ? 'Home' : drawTitle(random, script);
    let folder = index === 0 ? 0 : chooseFolder();
    if (index % 20 === 7) {
      title = isoDate(FIRST_DAILY_NOTE + Math.floor(index / 20));
      folder = dailyFolder(title, folders, folderNumbers, members);
    }
    const name = freeName(folders[folder]!, fileNameOf(title, folder), taken);
    members[folder]!.push(index);
    planned.push({ path: joinPath(folders[folder]!, `${name}.md`), name, title, folder, script });
  }
  return { folders, notes: planned, members };
}

function joinPath(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

function planFolders(random: Random, count: number): string[] {
  const folders = [''];
  const depths = [0];
  const taken = new Set<string>();
  while (folders.length <= count) {
    let parent = random() < 0.08 ? 0 : skewedIndex(random, folders.length);
    if (depths[parent] === DEEPEST) parent = 0;
    const name = random() < 0.02 ? drawForeignPhrase(random, 'chinese', 1, 2) : drawFolderName(random);
    const path = joinPath(folders[parent]!, name);
    if (taken.has(path.toLowerCase())) continue;
    taken.add(path.toLowerCase());
    folders.push(path);
    depths.push(depths[parent]! + 1);
  }
  return folders;
}

function drawFolderName(random: Random): string {
  const word = random() < 0.6 ? drawWord(random) : drawRareWord(random);
  const style = random();
  if (style < 0.3) return word;
  if (style < 0.6) return capitalize(word);
  if (style < 0.8) return `${capitalize(word)} ${drawRareWord(random)}`;
  return `${String(between(random, 1, 99)).padStart(2, '0')} ${capitalize(drawRareWord(random))}`;
}

/** Folders differ in size as real ones do; one note in 200 lies in the root. */
function weighFolders(random: Random, count: number): () => number {
  const ends = new Float64Array(count);
  let sum = 0;
  for (let index = 1; index < count; index++) {
    sum += Math.exp(0.8 * normal(random));
    ends[index] = sum;
  }
  return () => {
    if (random() < 0.005) return 0;
    const wanted = random() * sum;
    let low = 1;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends[middle]! < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

function dailyFolder(
  date: string,
  folders: string[],
  numbers: Map<string, number>,
  members: number[][],
): number {
  const [year, month] = date.split('-');
  let folder = 0;
  for (const path of ['Daily', `Daily/${year}`, `Daily/${year}/${month}`]) {
    folder = numbers.get(path) ?? folders.length;
    if (folder === folders.length) {
      folders.push(path);
      members.push([]);
      numbers.set(path, folder);
    }
  }
  return folder;
}

function scriptOf(index: number): Script {
  if (index % 33 === 5) return (['chinese', 'japanese', 'korean'] as const)[Math.floor(index / 33) % 3]!;
  if (index % 40 === 11) return Math.floor(index / 40) % 2 === 0 ? 'accented' : 'cyrillic';
  return 'latin';
}

function drawTitle(random: Random, script: Script): string {
  if (script !== 'latin') return drawForeignPhrase(random, script, 2, 4);
  const words = [capitalize(random() < 0.5 ? drawRareWord(random) : drawWord(random))];
  for (let count = between(random, 1, 5); count > 0; count--) words.push(drawWord(random));
  const style = random();
  if (style < 0.01) return pick(random, REPEATED_TITLES);
  if (style < 0.06) return `${words[0]} ${capitalize(drawRareWord(random))}`;
  if (style < 0.12) return `Meeting ${isoDate(between(random, 15_700, 20_400))} ${words[0]}`;
  if (style < 0.2)
    return `${isoDate(between(random, 15_700, 20_400)).replaceAll('-', '')}${between(random, 1000, 2359)} ${words.join(' ')}`;
  if (style < 0.22) return `What is ${words.slice(0, 3).join(' ').toLowerCase()}?`;
  if (style < 0.23) return `${words.join(' ')} & C++`;
  if (style < 0.24) return `${pick(random, ['📚', '🚀', '💡', '🧪'])} ${words.join(' ')}`;
  return words.join(' ');
}

/** Some folders keep titles as file names, some use slugs. */
function fileNameOf(title: string, folder: number): string {
  const name = title.replace(/[\\/:*?"<>|#^[\]]/g, '').slice(0, 90);
  return folder % 3 === 1
    ? name
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, '-')
        .replace(/^-|-$/g, '')
    : name.trim();
}

function freeName(folder: string, wanted: string, taken: Set<string>): string {
  for (let attempt = 1; ; attempt++) {
    const name = attempt === 1 ? wanted : `${wanted} ${attempt}`;
    const key = joinPath(folder, name).toLowerCase();
    if (taken.has(key)) continue;
    taken.add(key);
    return name;
  }
}
