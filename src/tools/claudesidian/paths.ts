import { checkPath, SlipboxError } from '../../engine/index.ts';

/** A dot in a name (`v1.2`, `Dr. Who`) is no extension unless a short word of letters and digits follows it. */
const extension = /\.(?=[a-z0-9]*[a-z])[a-z0-9]{1,10}$/i;
const ofNotes = /\.md$/i;

/** The path of a note from what a call gives: without an extension it gets `.md`, with another one it is refused. */
export function toNotePath(given: string, parameter = 'filePath'): string {
  const path = checkPath(given);
  if (given.endsWith('/') || isOtherFile(path)) throw invalidPath(given, parameter);
  return ofNotes.test(path) ? path : `${path}.md`;
}

/** Where a note is to go: also a folder, with or without the slash at its end. */
export function toTargetPath(given: string): string {
  const path = checkPath(given);
  if (given.endsWith('/')) return path === '' ? '/' : `${path}/`;
  if (isOtherFile(path)) throw invalidPath(given, 'newPath');
  return path;
}

/** The path of a folder; `/`, `.` and nothing are the notebook itself. */
export function toFolderPath(given: string): string {
  return ['', '/', '.'].includes(given.trim()) ? '' : checkPath(given);
}

function isOtherFile(path: string): boolean {
  return path === '' || (extension.test(path) && !ofNotes.test(path));
}

function invalidPath(given: string, parameter: string): SlipboxError {
  return new SlipboxError('INVALID_PARAMS', `Invalid path: ${given}`, {
    hint: 'Name a note: a path that ends in .md, or has no extension',
    details: { parameter },
  });
}

/** A path as answers show it, whether it can be one or not. */
export function shownPath(given: string): string {
  const path = given.normalize('NFC');
  return extension.test(path) || path.endsWith('/') ? path : `${path}.md`;
}

/** What this dialect says of a path that the guard refuses. */
export function renderPathFault(path: string, reason: string): string {
  const segments = path.split(/[/\\]/);
  if (segments.includes('..') || reason.includes('leaves the notebook')) return "Path cannot contain '..'";
  const isHidden = segments.some((segment) => segment.startsWith('.') && segment !== '.');
  return isHidden || reason.includes('hidden folder') || (reason.includes('dot') && !segments.includes('.'))
    ? 'Cannot access system folder'
    : `Invalid path: ${path}`;
}
