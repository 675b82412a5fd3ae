import { createHash, randomUUID } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { type JsonObject, renderJsonChange, SlipboxError, updateJsonFile } from '../../../engine/index.ts';
import type { ClientForm } from './clients.ts';
import { type ServerEntry, setTomlEntry } from './toml-entry.ts';

/** What is to be written where. */
export interface Installation {
  readonly form: ClientForm;
  readonly file: string;
  readonly name: string;
  /** For pi: a package and no server. */
  readonly entry: ServerEntry | string;
}

/** How the file looks with the entry, or without it. */
export function renderInstalled({ form, name, entry }: Installation, before: string, remove = false): string {
  const empty = before.trim() === '';
  if (form.syntax === 'toml')
    return setTomlEntry(before, form.key, name, remove ? undefined : (entry as ServerEntry));
  const bom = before.startsWith('\uFEFF') ? '\uFEFF' : '';
  const text = empty ? '{}\n' : before.slice(bom.length);
  const parsed = parseObject(text);
  return bom + renderJsonChange(text, parsed, changeObject(parsed, form, name, entry, remove));
}

function changeObject(
  current: Readonly<JsonObject>,
  { key, extra }: ClientForm,
  name: string,
  entry: ServerEntry | string,
  remove: boolean,
): JsonObject {
  const present = current[key] ?? undefined;
  const isList = Array.isArray(present);
  if (present !== undefined && (typeof present !== 'object' || isList !== (typeof entry === 'string')))
    throw new SlipboxError('CONFIG_INVALID', `"${key}" is not what it should be, so the file is left alone`, {
      hint: 'Add the entry by hand: run the command with --print',
    });
  if (remove && present === undefined) return { ...current };
  if (typeof entry === 'string') {
    const list = isList ? present.filter((item) => item !== entry) : [];
    return { ...current, [key]: remove ? list : [...list, entry] };
  }
  const servers = (present ?? {}) as JsonObject;
  const { [name]: _, ...others } = servers;
  const own = { ...extra, command: entry.command, args: [...entry.args] };
  return { ...current, [key]: remove ? others : { ...servers, [name]: own } };
}

function parseObject(text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new SlipboxError('CONFIG_INVALID', 'The file is not plain JSON, so it is left alone', {
      hint: 'Add the entry by hand: run the command with --print',
    });
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
  throw new SlipboxError('CONFIG_INVALID', 'The file holds no JSON object, so it is left alone');
}

export function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (code === 'EISDIR')
      throw new SlipboxError('CONFIG_INVALID', `A folder lies where the settings should be: ${file}`);
    throw error;
  }
}

interface Receipt {
  file: string;
  /** The whole file as it was, null when there was none. */
  before: string | null;
  /** Of the file as it was written. */
  after: string;
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

/** Writes the entry and keeps what is needed to take it back. False when it was there already. */
export async function install(installation: Installation, receipts: string): Promise<boolean> {
  const before = readIfThere(installation.file);
  const after = renderInstalled(installation, before ?? '');
  if (after === before) return false;
  write(installation.file, before, after);
  const receipt: Receipt = { file: installation.file, before: before ?? null, after: hash(after) };
  makePrivate(receipts);
  await updateJsonFile(receipts, (all) => {
    const old = all[receiptKey(installation)] as Receipt | undefined;
    // installed twice, the state before the first time is the one to go back to
    const first = old && before !== undefined && old.after === hash(before) ? old.before : receipt.before;
    return { ...all, [receiptKey(installation)]: { ...receipt, before: first } };
  });
  return true;
}

/** What was there before may hold secrets of other servers. */
function makePrivate(receipts: string): void {
  mkdirSync(path.dirname(receipts), { recursive: true, mode: 0o700 });
  if (readIfThere(receipts) === undefined) writeFileSync(receipts, '{}\n', { mode: 0o600, flag: 'wx' });
  else chmodSync(receipts, 0o600);
}

/** Takes the entry back: the file as it was where nobody changed it since, else without the entry. False when it had none. */
export async function uninstall(installation: Installation, receipts: string): Promise<boolean> {
  const now = readIfThere(installation.file);
  const all = parseObject(readIfThere(receipts) ?? '{}');
  const receipt = all[receiptKey(installation)] as Receipt | undefined;
  const forget = () => updateJsonFile(receipts, ({ [receiptKey(installation)]: _, ...others }) => others);
  if (now === undefined) {
    if (receipt) await forget();
    return false;
  }
  if (receipt?.after === hash(now)) {
    if (receipt.before === null) rmSync(installation.file);
    else write(installation.file, now, receipt.before);
    await forget();
    return true;
  }
  const without = renderInstalled(installation, now, true);
  if (without === now) return false;
  write(installation.file, now, without);
  if (receipt) await forget();
  return true;
}

function receiptKey({ file, name }: Installation): string {
  return `${file} ${name}`;
}

/** The whole file at once, so that the client never reads half of it; a link to it stays a link. */
function write(file: string, before: string | undefined, after: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const target = before === undefined ? file : realpathSync.native(file);
  const temporary = path.join(path.dirname(target), `.${path.basename(target)}.${randomUUID()}.tmp`);
  try {
    const mode = before === undefined ? 0o666 : 0o600;
    writeFileSync(temporary, after, { flag: 'wx', flush: true, mode });
    if (before !== undefined) chmodSync(temporary, statSync(target).mode & 0o7777);
    if (readIfThere(file) !== before) throw new SlipboxError('LOCKED', `${file} changed meanwhile`);
    renameSync(temporary, target);
  } finally {
    rmSync(temporary, { force: true });
  }
}
