import { Buffer } from 'node:buffer';
import { SlipboxError } from '../errors.ts';
import { countCodePoints } from '../markdown/code-points.ts';
import type { Edited } from '../markdown/splice/apply-splices.ts';
import { findChangedLines } from '../markdown/splice/changed-lines.ts';
import { appendText, prependText } from '../markdown/splice/insert-text.ts';
import { replaceText } from '../markdown/splice/replace-text.ts';
import { setProperty } from '../markdown/splice/set-property.ts';
import { type ChangedFile, changeFile } from '../vault/change-file.ts';
import { explainWriteError } from '../vault/new-file.ts';
import { largestFile } from '../vault/old-file.ts';
import { contentHash, decodeText, readFileBytes } from '../vault/read-file.ts';
import { findSplice, linesAround } from '../vault/splices.ts';
import { checkContent } from './check-content.ts';
import type { Work } from './desk.ts';
import type { EditedNote, EditNoteJob, NoteEdit } from './job-shapes.ts';
import { matchEtag } from './match-etag.ts';
import { getNoteTarget, noteNotFound, type Target } from './target.ts';

/** Changes a note's text, and nothing of it but what the edit names. */
export const editNote: Work<EditNoteJob> = (desk, { path, edit, ifMatch, dryRun }) => {
  const target = getNoteTarget(desk, path);
  const wanted = checkEdit(edit);
  let last: { before: string; edited: Edited & { replacements?: number } } | undefined;
  const change = (bytes: Buffer): Buffer => {
    matchEtag(bytes, ifMatch, target.path);
    const before = decodeNote(bytes, target.path);
    const edited = applyEdit(before, wanted);
    last = { before, edited };
    return edited.splices.length === 0 ? bytes : checkSize(Buffer.from(edited.text), target.path);
  };
  const done = explained(target, () =>
    dryRun
      ? tryOut(target, change)
      : changeFile(target.file, change, { ...desk, exact: ifMatch !== undefined }),
  );
  const { before, edited } = last!;
  const value: EditedNote = {
    path: target.path,
    etag: contentHash(done.after),
    totalLength: countCodePoints(done.after.toString()),
    ...(edited.replacements === undefined ? {} : { replacements: edited.replacements }),
    changed: done.changed,
    changes: done.changed ? findChangedLines(before, edited.text, edited.splices) : [],
    ...(dryRun ? { dryRun } : {}),
  };
  if (!done.changed || dryRun) return { value, touched: [] };
  const added = linesAround(done.after, [findSplice(done.before, done.after)]);
  const known = { pre: contentHash(done.before), added, bytes: done.after };
  return { value, touched: [target.disk], edits: new Map([[target.disk, known]]) };
};

function tryOut({ file }: Target, change: (bytes: Buffer) => Buffer): ChangedFile {
  const { bytes: before } = readFileBytes(file, largestFile);
  const after = change(before);
  return { before, after, changed: !after.equals(before) };
}

function applyEdit(text: string, edit: NoteEdit): Edited & { replacements?: number } {
  switch (edit.kind) {
    case 'append':
      return appendText(text, edit.content, edit.section);
    case 'prepend':
      return prependText(text, edit.content, edit.section);
    case 'replace':
      return replaceText(text, edit.oldContent, edit.newContent, edit.all);
    case 'property':
      return setProperty(text, edit.name, edit.value);
  }
}

/** What could not be read back as it was given is refused, or given the form in which it can. */
function checkEdit(edit: NoteEdit): NoteEdit {
  if (edit.kind === 'append' || edit.kind === 'prepend')
    return { ...edit, content: checkContent('content', edit.content) };
  if (edit.kind === 'replace') {
    const oldContent = checkContent('oldContent', edit.oldContent);
    return { ...edit, oldContent, newContent: checkContent('newContent', edit.newContent) };
  }
  return edit;
}

function decodeNote(bytes: Buffer, shown: string): string {
  const { text, kind } = decodeText(bytes);
  if (kind === 'utf8') return text;
  const why = kind === 'binary' ? 'it is binary' : 'it is not UTF-8';
  throw new SlipboxError('INVALID_PARAMS', `Cannot change ${shown}: ${why}`, {
    hint: 'Convert the file to UTF-8 first; changing it now would damage it',
    details: { parameter: 'path', path: shown },
  });
}

function checkSize(bytes: Buffer, shown: string): Buffer {
  if (bytes.length <= largestFile) return bytes;
  throw new SlipboxError('INVALID_PARAMS', `${shown} would be larger than ${largestFile} bytes`, {
    hint: 'Put the text into a note of its own',
    details: { parameter: 'content', path: shown },
  });
}

function explained<T>(target: Target, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw noteNotFound(target.path);
    if (code === 'EFBIG' && !(error as NodeJS.ErrnoException).syscall)
      throw new SlipboxError(
        'INVALID_PARAMS',
        `Cannot change ${target.path}: larger than ${largestFile} bytes`,
        {
          details: { parameter: 'path', path: target.path },
          cause: error,
        },
      );
    throw explainWriteError(error, target.path);
  }
}
