import path from 'node:path';
import type { LinkRow, NoteRecord } from '../db/note-record.ts';
import { hostKey } from '../links/host-key.ts';
import type { IgnoredFiles } from '../links/ignored-files.ts';
import { folderOf, keyOfAim, parseAim } from '../links/link-aim.ts';
import { parseKin } from '../links/parse-kin.ts';
import { buildFullText } from '../markdown/full-text.ts';
import { deriveFacts } from '../markdown/note-facts.ts';
import type { NoteLink } from '../markdown/note-scan.ts';
import { scanNote } from '../markdown/scan.ts';
import type { Frontmatter } from '../markdown/yaml.ts';
import { parseFastYaml } from '../markdown/yaml-fast.ts';
import { contentHash, decodeText, type FileBytes, hashFile, readFileBytes } from '../vault/read-file.ts';
import { isRacy, type StatKey, statKey } from '../vault/stat-key.ts';
import { statInside } from '../vault/walk.ts';
import type { WarningCode } from '../warnings.ts';

const indexedBytes = 10 * 1024 * 1024;

export interface ParseContext {
  root: string;
  timeZone: string;
  now: () => number;
  /** Loaded when a note comes up that the fast path leaves to it: hardly one in a thousand. */
  fullYaml?: (yaml: string) => Frontmatter;
  /** What the notebook leaves out, by name: a link to it is not broken. */
  ignored?: () => IgnoredFiles | undefined;
}

class NeedsFullYaml extends Error {}

export async function loadFullYaml(context: ParseContext): Promise<void> {
  context.fullYaml ??= (await import('../markdown/yaml.ts')).parseFullYaml;
}

/** Runs what parses notes; when one needs the full YAML parser, loads it and runs everything again. */
export async function withFullYaml<T>(context: ParseContext, work: () => T): Promise<T> {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof NeedsFullYaml)) throw error;
    await loadFullYaml(context);
    return work();
  }
}

function parseYaml(context: ParseContext, yaml: string | undefined): Frontmatter {
  const data = yaml === undefined ? {} : parseFastYaml(yaml);
  if (data !== undefined) return { data, warning: undefined };
  if (!context.fullYaml) throw new NeedsFullYaml();
  return context.fullYaml(yaml!);
}

type Fault = { code: WarningCode; message: string } | undefined;

/**
 * One file on disk as the index keeps it, or undefined when it is gone. An unreadable one is listed from its stat. `written`
 * is what was just put there: if it is not that any more, the file is young enough for its content to be compared later.
 */
export function parseNoteFile(
  context: ParseContext,
  disk: string,
  notePath: string,
  written?: Buffer,
): NoteRecord | undefined {
  const readAt = context.now();
  let file: FileBytes;
  try {
    file =
      (written && asWritten(context.root, disk, written)) ??
      readFileBytes(path.join(context.root, disk), indexedBytes);
  } catch (error) {
    return unreadable(context, disk, notePath, error as NodeJS.ErrnoException);
  }
  const stat = statKey(file.stats);
  const hash = file.truncated ? hashFile(path.join(context.root, disk)) : contentHash(file.bytes);
  const { text, kind } = decodeText(file.bytes, file.truncated);
  const fault: Fault =
    kind === 'binary'
      ? { code: 'BINARY', message: 'Binary content: listed without text' }
      : kind === 'not-utf8'
        ? { code: 'NOT_UTF8', message: 'Not UTF-8: read with replacement characters, writing is refused' }
        : file.truncated
          ? { code: 'TOO_LARGE', message: 'Over 10 MB: only the first 10 MB are indexed' }
          : undefined;
  const birth = file.stats.birthtimeMs || file.stats.mtimeMs;
  return parseNoteText(context, {
    disk,
    path: notePath,
    stat,
    racy: isRacy(stat, readAt),
    hash,
    text,
    encoding: kind,
    birth,
    fault,
  });
}

function asWritten(root: string, disk: string, bytes: Buffer): FileBytes | undefined {
  const stats = statInside(root, disk);
  if (!stats?.isFile() || stats.size !== bytes.length || bytes.length > indexedBytes) return undefined;
  return { stats, bytes, truncated: false };
}

/** A piece of text as its words go into the index. */
export function fullTextOf(added: string): NoteRecord['full'] {
  return { title: '', headings: '', tags: '', body: buildFullText(added) };
}

interface NoteSource {
  disk: string;
  path: string;
  stat: StatKey;
  racy: boolean;
  hash: string;
  text: string;
  encoding: NoteRecord['encoding'];
  birth: number;
  fault: Fault;
}

function parseNoteText(context: ParseContext, source: NoteSource): NoteRecord {
  const { text, stat } = source;
  const scan = scanNote(text);
  const yaml = scan.frontmatter && text.slice(scan.frontmatter.yamlStart, scan.frontmatter.yamlEnd);
  const { data, warning } = parseYaml(context, yaml);
  const name = source.path.slice(source.path.lastIndexOf('/') + 1);
  const facts = deriveFacts(
    scan,
    data,
    text,
    name,
    { birthMs: source.birth, mtimeMs: stat.mtime },
    context.timeZone,
  );
  const fault =
    source.fault ?? (warning === undefined ? undefined : { code: 'YAML_INVALID', message: warning });
  const tags = facts.tagList;
  return {
    disk: source.disk,
    path: source.path,
    stat,
    racy: source.racy,
    title: facts.title,
    titleKey: facts.title.normalize('NFC').toLowerCase(),
    nameKey: name.slice(0, -3).toLowerCase(),
    noteId: facts.id?.normalize('NFC').toLowerCase() ?? null,
    created: facts.created,
    modified: facts.modified,
    words: scan.words,
    lines: scan.lineCount,
    hash: source.hash,
    encoding: source.encoding,
    tags: JSON.stringify(tags),
    aliases: facts.aliases,
    data: JSON.stringify(data),
    warningCode: fault?.code ?? null,
    warning: fault?.message ?? null,
    properties: Object.entries(data).map(([key, value]) => [key, JSON.stringify(value) ?? 'null']),
    tagRows: facts.tags.map(({ tag, source: from, line }) => [tag, tag.toLowerCase(), from, line]),
    links: linkRows([...facts.frontmatterLinks, ...scan.links], folderOf(source.path)),
    kin: parseKin(data, folderOf(source.path)),
    headings: JSON.stringify(scan.headings.map((heading) => [heading.line, heading.level, heading.text])),
    blocks: JSON.stringify(scan.blocks.map((block) => [block.id, block.line])),
    tasks: JSON.stringify(scan.tasks.map(({ span: _, ...task }) => task)),
    full: {
      title: buildFullText(facts.title),
      headings: buildFullText(scan.headings.map((heading) => heading.text).join('\n')),
      tags: buildFullText(tags.join('\n')),
      body: buildFullText(text.slice(scan.bodyStart)),
    },
  };
}

/** Where exactly a link stands is found by scanning again when it is to be changed; the index keeps its line. */
function linkRows(links: readonly (NoteLink & { property?: string })[], folder: string): LinkRow[] {
  return links.map((link) => [
    link.kind,
    link.line,
    link.raw,
    link.target,
    link.external ? hostKey(link.target) : keyOfAim(parseAim(link.kind, link.target, folder)),
    link.heading ?? null,
    link.block ?? null,
    link.alias ?? null,
    link.external ? 1 : 0,
    link.property ?? null,
  ]);
}

function unreadable(
  context: ParseContext,
  disk: string,
  notePath: string,
  error: NodeJS.ErrnoException,
): NoteRecord | undefined {
  if (
    error.code === 'ENOENT' ||
    error.code === 'ENOTDIR' ||
    error.code === 'ELOOP' ||
    error.code === 'EINVAL'
  )
    return undefined;
  const stats = statInside(context.root, disk);
  if (!stats?.isFile()) return undefined;
  const stat = statKey(stats);
  return parseNoteText(context, {
    disk,
    path: notePath,
    stat,
    racy: false,
    hash: '',
    text: '',
    encoding: 'unreadable',
    birth: stats.birthtimeMs || stats.mtimeMs,
    fault: {
      code: 'UNREADABLE',
      message: `Not readable (${error.code ?? error.message}): listed from its stat`,
    },
  });
}
