import type { ErrorCode, SlipboxError } from '../../engine/index.ts';
import type { Dialect } from '../define-tool.ts';

export const directgtd: Dialect = {
  name: 'directgtd',
  prefix: 'directgtd_',
  keepsPrefix: true,
  alone: {
    name: 'directgtd-mcp-server',
    version: '1.0.0',
    instructions:
      'Reads the tasks and projects of DirectGTD, without changing them. Begin with directgtd_get_root_items or ' +
      'directgtd_search_items. Long lists are cut at 25,000 characters: pass nextOffset as offset to go on.',
    startLine: 'DirectGTD MCP server running via stdio',
  },
  renderError: (error) => ({ error: true, message: error.message, code: error.code, hint: error.hint }),
  errorText,
};

/** These messages say themselves what to do. */
const complete: readonly ErrorCode[] = [
  'DB_NOT_FOUND',
  'DB_CORRUPT',
  'PERMISSION_DENIED',
  'LOCKED',
  'IO_ERROR',
];
const longest = 2000;

function errorText({ code, message, hint, cause }: SlipboxError): string {
  if (complete.includes(code)) return `Error: ${shorten(message)}`;
  if (code === 'INTERNAL')
    return `Error: Unexpected error occurred: ${shorten(cause === undefined || cause instanceof Error ? message : String(cause))}`;
  return `Error: ${shorten(message)}. ${hint}.`;
}

function shorten(text: string): string {
  return text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text;
}
