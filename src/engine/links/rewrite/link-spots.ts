import { parseLinkTail } from '../../markdown/link-tail.ts';
import { parseDestination } from '../../markdown/link-target.ts';
import type { NoteLink } from '../../markdown/note-scan.ts';
import { scanNote } from '../../markdown/scan.ts';
import { type LinkSpot, wikilinkSpot } from './link-spot.ts';
import { findPropertySpots } from './property-spots.ts';

/** Every path of a link into the notebook, in the order of the text. Links to the note they stand in have none. */
export function findSpots(text: string): LinkSpot[] {
  const scan = scanNote(text);
  const spots = findPropertySpots(text, scan);
  for (const link of scan.links) {
    const spot = link.external || link.target === '' ? undefined : spotOf(text, link);
    if (spot) spots.push(spot);
  }
  for (const { destination, at } of scan.definitions.values()) {
    const spot = destinationSpot(text, 'reference', destination, at);
    if (!spot) continue;
    const lineStart = text.lastIndexOf('\n', at - 1) + 1;
    const lineEnd = text.indexOf('\n', at);
    const line = text.slice(lineStart, lineEnd < 0 ? text.length : lineEnd);
    const rawStart = lineStart + line.length - line.trimStart().length;
    spots.push({ ...spot, rawStart, raw: line.trim() });
  }
  return spots.sort((a, b) => a.start - b.start);
}

function spotOf(text: string, link: NoteLink): LinkSpot | undefined {
  const { kind, raw, start, end, alias } = link;
  if (kind === 'wikilink' || kind === 'embed') return wikilinkSpot(link, 'wikilink', link.target.trimEnd());
  if (kind === 'reference' || alias === undefined) return undefined;
  // `[alias](…)`, or a reference, whose definition is a place of its own
  const open = start + (kind === 'image' ? 1 : 0) + alias.length + 2;
  const tail = text.charCodeAt(open) === 40 ? parseLinkTail(text, open, end) : undefined;
  if (tail?.end !== end) return undefined;
  const spot = destinationSpot(text, kind, tail.destination, tail.at);
  return spot && { ...spot, raw, rawStart: start };
}

function destinationSpot(text: string, kind: string, destination: string, at: number): LinkSpot | undefined {
  const { target, heading, block, external } = parseDestination(destination);
  const query = target.indexOf('?');
  const written = query < 0 ? target : target.slice(0, query);
  if (external || written === '') return undefined;
  return {
    kind,
    target,
    heading: heading ?? null,
    block: block ?? null,
    form: text.charCodeAt(at - 1) === 60 ? 'angle' : 'plain',
    start: at,
    end: at + written.length,
    written,
    raw: destination,
    rawStart: at,
  };
}
