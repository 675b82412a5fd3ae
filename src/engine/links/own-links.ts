import type { Database } from '../db/database.ts';
import { linksOfDoubt, storeOwn } from '../db/queries/own-edges.ts';
import { readState } from '../db/queries/state.ts';
import type { Scope } from '../db/queries/zones.ts';
import { openLookup } from './index-lookup.ts';
import { resolveLink } from './resolve.ts';

interface Known {
  generation: number;
  unfinished: boolean;
  scope: Scope;
}

const known = new WeakMap<Database, Map<string, Known>>();

/**
 * The scope to ask about links with, in a transaction of this connection: with the links that mean something else to those
 * who do not see what is hidden, worked out once for each state of the index.
 */
export function withOwnLinks(db: Database, scope: Scope): Scope {
  if (scope === 'all' || scope.length === 0) return scope;
  const { generation, unfinished, complete } = readState(db);
  if (!complete) return scope;
  const scopes = known.get(db) ?? new Map<string, Known>();
  known.set(db, scopes);
  const key = JSON.stringify(scope);
  const before = scopes.get(key);
  if (before?.generation === generation && before.unfinished === unfinished) return before.scope;
  const now = { generation, unfinished, scope: settle(db, scope, -1 - [...scopes.keys(), key].indexOf(key)) };
  scopes.set(key, now);
  return now.scope;
}

function settle(db: Database, scope: readonly number[], own: number): Scope {
  const doubt = linksOfDoubt(db, scope);
  const lookup = openLookup(db, scope);
  const found = (links: typeof doubt.edges) =>
    links.flatMap((link) => {
      const { file, state } = resolveLink(lookup, { id: link.note, path: link.path }, link);
      const part = link.heading !== null || link.block !== null;
      return file === null ? [] : [{ note: link.note, ord: link.ord, dst: file, state, part }];
    });
  const [edges, kin] = [found(doubt.edges), found(doubt.kin)];
  if (edges.length + kin.length === 0) return scope;
  storeOwn(db, own, edges, kin);
  return [...scope, own];
}
