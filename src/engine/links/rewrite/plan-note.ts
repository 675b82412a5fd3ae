import path from 'node:path';
import { decodeDestination, folderOf, isMarkdownKind, keyOfAim, parseAim } from '../link-aim.ts';
import { type LinkLookup, resolveLink } from '../resolve.ts';
import { chooseTarget, type FileMove, means } from './choose-target.ts';
import type { LinkSpot } from './link-spot.ts';
import { findSpots } from './link-spots.ts';
import { renderTargets } from './render-target.ts';

/** What a move makes of the notebook, as far as the links of one note ask for it. */
export interface Move {
  before: LinkLookup;
  after: LinkLookup;
  isMoved(file: number): boolean;
  /** What links to something that moves are found by. */
  movedKeys: ReadonlySet<string>;
  /** Where a file of the index is before and after. */
  fileMove(file: number): FileMove;
  /** Where something will be that the index leaves out, such as an ignored file; undefined when there is none. */
  findUnindexed(path: string): string | undefined;
}

/** One link that is to say something else. */
export interface Rewrite {
  spot: LinkSpot;
  text: string;
}

/** A link that does not keep its meaning. */
export interface Loss {
  spot: LinkSpot;
  reason: string;
}

export interface NotePlan {
  rewrites: Rewrite[];
  losses: Loss[];
}

/** What a link said before an earlier move that is now taken back; undefined when nobody can tell. */
export type Recall = (spot: LinkSpot) => string | undefined;

const cannotName = 'no link of its kind can name the new path';
const cameByMove = 'it meant the file only since the move that is taken back';

/** Decides for each link of a note what it must say after the move. */
export function planNote(text: string, source: FileMove, move: Move, recall: Recall): NotePlan {
  const spots = findSpots(text);
  const plan: NotePlan = { rewrites: [], losses: [] };
  for (const spot of spots) {
    const { text: target, reason } = planSpot(spot, source, move, recall);
    if (reason !== undefined) plan.losses.push({ spot, reason });
    else if (target !== spot.written) plan.rewrites.push({ spot, text: target });
  }
  return plan.rewrites.every(isHarmless) ? plan : dropUnreadable(text, spots, plan);
}

interface Decision {
  text: string;
  /** Why it is left as it is though it loses its file. */
  reason?: string;
}

function planSpot(spot: LinkSpot, source: FileMove, move: Move, recall: Recall): Decision {
  const stays = { text: spot.written };
  const isSourceMoved = source.from !== source.to;
  const { kind, target } = spot;
  if (!isSourceMoved && !move.movedKeys.has(keyOfAim(parseAim(kind, target, folderOf(source.from))) ?? ''))
    return stays;
  const whole = { kind, target, heading: null, block: null };
  const { file } = resolveLink(move.before, { id: source.id, path: source.from }, whole);
  const old = recall(spot);
  if (file === null) {
    if (!isSourceMoved) return stays;
    return { text: old === undefined ? planUnindexed(spot, source, move) : old };
  }
  if (!isSourceMoved && !move.isMoved(file)) return stays;
  if (old !== undefined) {
    if (means(spot, old, source, file, move.after)) return { text: old };
    if (old === spot.written) return { ...stays, reason: cameByMove };
  }
  const text = chooseTarget(spot, source, move.fileMove(file), move.after);
  return text === undefined ? { ...stays, reason: cannotName } : { text };
}

/** A link by steps or from the root to something the index does not have: a folder, an ignored file. */
function planUnindexed(spot: LinkSpot, source: FileMove, move: Move): string {
  const text = (isMarkdownKind(spot.kind) ? decodeDestination(spot.target) : spot.target).trim();
  const isRooted = text.startsWith('/');
  if (!isRooted && !isMarkdownKind(spot.kind) && !/^\.\.?\//.test(text)) return spot.written;
  const old = path.posix.join(isRooted ? '' : folderOf(source.from), text);
  const to = old.startsWith('..') ? undefined : move.findUnindexed(old.replace(/^\/|\/$/g, ''));
  if (to === undefined) return spot.written;
  const relative = path.posix.relative(`/${folderOf(source.to)}`, `/${to}`);
  const steps = text.startsWith('./') && !relative.startsWith('..') ? `./${relative}` : relative;
  const end = text.endsWith('/') && to !== '' ? '/' : '';
  const wanted = (isRooted ? `/${to}` : steps) + end;
  if (wanted === text || relative === '') return spot.written;
  const texts = [wanted, `./${relative}${end}`].flatMap((one) => renderTargets(spot, one));
  // a note of that name would be taken for it
  return texts.find((one) => means(spot, one, source, null, move.after)) ?? spot.written;
}

/** Characters that mean nothing to Markdown or YAML, wherever a link stands. */
const plainPath = /^(?:[\p{L}\p{M}\p{N}\p{Extended_Pictographic} /._,'&+=@~!*-]|\u200d|%[0-9A-F]{2})*$/u;

function isHarmless({ spot, text }: Rewrite): boolean {
  return !spot.form.startsWith('yaml') && plainPath.test(text) && plainPath.test(spot.written);
}

/** As many links are tried one by one when they do not read well together. */
const triedAlone = 50;

/** Reads the note as it would be. What does not read as it should is left as it is. */
function dropUnreadable(text: string, spots: readonly LinkSpot[], plan: NotePlan): NotePlan {
  if (readsWell(text, spots, plan.rewrites)) return plan;
  const kept: Rewrite[] = plan.rewrites.filter(isHarmless);
  const losses = [...plan.losses];
  const lose = ({ spot }: Rewrite) => losses.push({ spot, reason: cannotName });
  for (const [i, rewrite] of plan.rewrites.filter((one) => !isHarmless(one)).entries())
    if (i < triedAlone && readsWell(text, spots, [rewrite])) kept.push(rewrite);
    else lose(rewrite);
  kept.sort((a, b) => a.spot.start - b.spot.start);
  if (readsWell(text, spots, kept)) return { rewrites: kept, losses };
  kept.forEach(lose);
  return { rewrites: [], losses };
}

function readsWell(text: string, spots: readonly LinkSpot[], rewrites: readonly Rewrite[]): boolean {
  const now = findSpots(applyRewrites(text, rewrites));
  const texts = new Map(rewrites.map(({ spot, text: put }) => [spot, put]));
  return (
    now.length === spots.length &&
    spots.every((spot, i) => {
      const same = now[i]!;
      const isRest = same.heading === spot.heading && same.block === spot.block && same.kind === spot.kind;
      return isRest && same.written === (texts.get(spot) ?? spot.written);
    })
  );
}

/** Rewrites are in the order of the text. */
export function applyRewrites(text: string, rewrites: readonly Rewrite[]): string {
  let result = '';
  let done = 0;
  for (const { spot, text: put } of rewrites) {
    result += text.slice(done, spot.start) + put;
    done = spot.end;
  }
  return result + text.slice(done);
}

/** The whole link as it will read. */
export function renderRewrite({ spot, text }: Rewrite): string {
  const at = spot.start - spot.rawStart;
  return spot.raw.slice(0, at) + text + spot.raw.slice(at + spot.written.length);
}
