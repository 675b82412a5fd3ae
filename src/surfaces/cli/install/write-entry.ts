import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  decodeText,
  findJsonFile,
  findSmallFile,
  type JsonObject,
  parseJsonFile,
  renderJsonChange,
  SlipboxError,
  updateFile,
  updateJsonFile,
  withMark,
} from '../../../engine/index.ts';
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

const byHand = 'Add the entry by hand: run the command with --print';

/** How the file looks with the entry, or without it. */
export function renderInstalled(
  installation: Installation,
  before: Buffer | undefined,
  remove = false,
): string {
  const { form, file, name, entry } = installation;
  const { bom, text } = decodeText(file, before ?? Buffer.alloc(0));
  if (form.syntax === 'toml')
    return withMark(bom, setTomlEntry(text, form.key, name, remove ? undefined : (entry as ServerEntry)));
  const isEmpty = text.trim() === '';
  if (isEmpty && remove) return withMark(bom, text);
  const present = isEmpty ? '{}\n' : text;
  const current = parseSettings(file, present);
  return withMark(bom, renderJsonChange(present, current, changeObject(current, form, name, entry, remove)));
}

/** Comments are what most often stands in the way: a client may understand them, we cannot keep them. */
function parseSettings(file: string, text: string): JsonObject {
  try {
    return parseJsonFile(file, Buffer.from(text)).value;
  } catch (error) {
    if (!(error instanceof SlipboxError)) throw error;
    const { code, message, details = {} } = error;
    throw new SlipboxError(code, `${message}, so it is left alone`, { hint: byHand, details, cause: error });
  }
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
      hint: byHand,
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

/** What the settings of a client are now; undefined when there are none. */
export function findSettings(file: string): Buffer | undefined {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
    throw new SlipboxError('CONFIG_INVALID', `A folder lies where the settings should be: ${file}`);
  return findSmallFile(file);
}

interface Receipt {
  file: string;
  /** The whole file as it was, null when there was none. */
  before: string | null;
  /** Of the file as it was written. */
  after: string;
}

const hash = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');

/** Writes the entry and keeps what is needed to take it back. False when it was there already. */
export async function install(installation: Installation, receipts: string): Promise<boolean> {
  const { file } = installation;
  findSettings(file);
  findJsonFile(receipts); // damaged, it would not take what makes this one go back
  let before: Buffer | undefined;
  let after = '';
  const isWritten = await updateFile(file, (bytes) => {
    before = bytes;
    after = renderInstalled(installation, bytes);
    return after;
  });
  if (!isWritten) return false;
  const key = receiptKey(installation);
  const text = before === undefined ? null : before.toString('utf8');
  const known = before === undefined ? undefined : hash(before);
  makePrivate(receipts);
  await updateJsonFile(receipts, (all) => {
    const old = all[key] as Receipt | undefined;
    // installed twice, the state before the first time is the one to go back to
    const first = old !== undefined && old.after === known ? old.before : text;
    return { ...all, [key]: { file, before: first, after: hash(after) } satisfies Receipt };
  });
  return true;
}

/** What was there before may hold secrets of other servers. */
function makePrivate(receipts: string): void {
  mkdirSync(path.dirname(receipts), { recursive: true, mode: 0o700 });
  if (findSmallFile(receipts) === undefined) writeFileSync(receipts, '{}\n', { mode: 0o600, flag: 'wx' });
  else chmodSync(receipts, 0o600);
}

/** Takes the entry back: the file as it was where nobody changed it since, else without the entry. False when it had none. */
export async function uninstall(installation: Installation, receipts: string): Promise<boolean> {
  const { file } = installation;
  const key = receiptKey(installation);
  const now = findSettings(file);
  const receipt = findJsonFile(receipts)?.value[key] as Receipt | undefined;
  const isOurs = (bytes: Buffer | undefined) => bytes !== undefined && receipt?.after === hash(bytes);
  const isWhole = receipt?.before === null && isOurs(now);
  if (isWhole) rmSync(file);
  const isChanged =
    isWhole ||
    (await updateFile(file, (bytes) => {
      if (bytes === undefined) return undefined;
      return isOurs(bytes) && receipt?.before != null
        ? receipt.before
        : renderInstalled(installation, bytes, true);
    }));
  if (receipt && (isChanged || now === undefined))
    await updateJsonFile(receipts, ({ [key]: _, ...others }) => others);
  return isChanged;
}

function receiptKey({ file, name }: Installation): string {
  return `${file} ${name}`;
}
