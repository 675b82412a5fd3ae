import { compileNamed, globNames, seesAll, seesMatching } from '../../access.ts';
import type { Caller } from '../../call.ts';
import type { PathTest } from '../../vault/glob.ts';
import type { Database } from '../database.ts';

/**
 * A zone is the set of policy globs that a path matches; every row carries its zone, so that a caller's view is
 * `zone IN (…)` in any query. Globs are registered once per index; 0 is the zone of paths that match none.
 */
export type Scope = 'all' | readonly number[];

/** Globs of a caller that have not been registered yet; registering them is a write. */
export function missingGlobs(db: Database, caller: Caller): string[] {
  return seesAll(caller) ? [] : unknownGlobs(db, globNames(caller));
}

export function unknownGlobs(db: Database, names: readonly string[]): string[] {
  const known = new Set(allGlobs(db).map(({ glob }) => glob));
  return names.filter((name) => !known.has(name));
}

export function scopeOf(db: Database, caller: Caller): Scope {
  if (seesAll(caller)) return 'all';
  // A glob that hides and is not registered marks no row yet.
  if (missingGlobs(db, caller).length > 0) return [];
  const names = new Map(allGlobs(db).map(({ id, glob }) => [id, glob]));
  const zones = db.all<{ id: number; globs: string }>('SELECT id, globs FROM zones');
  return [{ id: 0, globs: '[]' }, ...zones]
    .filter(({ globs }) => {
      const matched = (JSON.parse(globs) as number[]).map((id) => names.get(id)!);
      return seesMatching(caller, new Set(matched));
    })
    .map(({ id }) => id);
}

/** A condition to be ANDed to a query over rows with a `zone` column. */
export function inScope(scope: Scope, column = 'zone'): string {
  return scope === 'all' ? '1' : `${column} IN (${scope.join(', ')})`;
}

function allGlobs(db: Database): { id: number; glob: string }[] {
  return db.all<{ id: number; glob: string }>('SELECT id, glob FROM policy_globs ORDER BY id');
}

/** Gives each path its zone while writing; zones that are new are added on the way. */
export function openZones(db: Database): (path: string) => number {
  const tests: { id: number; test: PathTest }[] = allGlobs(db).map(({ id, glob }) => ({
    id,
    test: compileNamed(glob),
  }));
  if (tests.length === 0) return () => 0;
  const zones = new Map(
    db.all<{ id: number; globs: string }>('SELECT id, globs FROM zones').map((row) => [row.globs, row.id]),
  );
  return (path) => {
    const matched = tests.filter(({ test }) => test(path)).map(({ id }) => id);
    if (matched.length === 0) return 0;
    const key = JSON.stringify(matched);
    let zone = zones.get(key);
    if (zone === undefined) {
      zone = Number(db.run('INSERT INTO zones (globs) VALUES (?)', key).lastInsertRowid);
      zones.set(key, zone);
    }
    return zone;
  };
}

/** Inside a write transaction: adds globs and gives every row its zone anew. */
export function registerGlobs(db: Database, globs: readonly string[]): void {
  for (const glob of globs) db.run('INSERT OR IGNORE INTO policy_globs (glob) VALUES (?)', glob);
  const zoneOf = openZones(db);
  for (const { id, path, zone } of db.all<{ id: number; path: string; zone: number }>(
    'SELECT id, path, zone FROM files',
  )) {
    const next = zoneOf(path);
    if (next === zone) continue;
    db.run('UPDATE files SET zone = ? WHERE id = ?', next, id);
    db.run('UPDATE notes SET zone = ? WHERE id = ?', next, id);
  }
}
