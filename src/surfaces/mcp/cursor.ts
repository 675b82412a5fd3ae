import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

/** The place after which a page begins, in a form that nobody takes for a path. */
export function renderCursor(path: string): string {
  return Buffer.from(`after ${path}`).toString('base64url');
}

export function parseCursor(cursor: string): string {
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  if (!text.startsWith('after ')) {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      'Invalid cursor: pass the nextCursor of the page before',
    );
  }
  return text.slice('after '.length);
}
