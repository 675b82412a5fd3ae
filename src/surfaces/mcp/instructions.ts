import type { ServedTool } from '../../tools/registry.ts';
import { servedNames } from './served-names.ts';

/** In the era without sessions a server is built for every request. */
const known = new WeakMap<readonly ServedTool[], string>();

/** What a client tells its model about this server: how to go about it, in the names of the tools it serves. */
export function instructionsFor(tools: readonly ServedTool[]): string {
  const instructions = known.get(tools) ?? writeInstructions(tools);
  known.set(tools, instructions);
  return instructions;
}

function writeInstructions(tools: readonly ServedTool[]): string {
  const { search, find, read, views, list, replace, append, create, due } = servedNames(tools);
  const ways = [
    search && `${search} for what a note is about`,
    find && find !== search && `${find} for exact words, filters or SQL`,
    (views ?? list) && `${views ?? list} for recent notes`,
  ].filter(Boolean);
  const writes = [replace, append, create].filter(Boolean);
  const sentences = [
    'Slipbox gives access to folders of Markdown notes.',
    ways.length > 0 && `Find before you read: ${ways.join(', ')}.`,
    read && `Then read single notes with ${read}.`,
    'Lists are paged and long notes come in windows: pass nextOffset as offset.',
    replace && `Change part of a note with ${replace} rather than writing it anew.`,
    writes.length > 0 && 'Give the etag you read as ifMatch, so that nobody’s change is lost.',
    due && `Tasks of the GTD database: ${due} and the other directgtd tools.`,
    'The hint of an error names the next step.',
  ];
  return sentences.filter(Boolean).join(' ');
}
