import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { makeTempFolder } from '../support/temp-folder.ts';
import type { FullDiskReport } from './full-disk-writer.ts';

const writer = fileURLToPath(new URL('full-disk-writer.ts', import.meta.url));
const names = ['append', 'create', 'move', 'moveFolder'];

/** Elsewhere only the limit on the size of files is tried. */
const canMount = (disk: string) =>
  spawnSync('sh', ['-c', 'unshare -m mount -t tmpfs tmpfs "$0"', disk]).status === 0;

/** Runs the writer on a small disk of its own, which nobody else sees and which goes with it. */
function onSmallDisk(disk: string, state: string): ReturnType<typeof spawnSync> {
  const script = 'mount -t tmpfs -o size=1m tmpfs "$1" && exec "$0" "$2" "$1" "$3" fill';
  const outer = 'script=$1; shift; exec unshare -m sh -c "$script" "$0" "$@"';
  return spawnSync('sh', ['-c', outer, process.execPath, script, disk, writer, state]);
}

it.each(['elsewhere', 'on it too'])(
  'a full disk, the state folder %s: the code says so, nothing is lost or left, and it works once there is room',
  (where) => {
    using temp = makeTempFolder();
    const disk = temp.folder('disk');
    if (!canMount(disk)) return;
    const state = where === 'elsewhere' ? temp.folder('state') : `${disk}/state`;
    const { stdout, stderr } = onSmallDisk(disk, state);
    expect(String(stderr)).toBe('');
    const expected = { code: 'DISK_FULL', isSame: true, worksAfter: true };
    expect(JSON.parse(String(stdout))).toEqual(Object.fromEntries(names.map((name) => [name, expected])));
  },
);

it('a file that may not grow: nothing is lost and nothing is left', () => {
  using temp = makeTempFolder();
  // KiB: less than what is appended or created, more than a journal
  const limited = 'trap "" XFSZ; ulimit -f 16; exec "$0" "$1" "$2" "$3" leave';
  const args = ['-c', limited, process.execPath, writer, temp.folder('disk'), temp.path('state')];
  const report = JSON.parse(spawnSync('bash', args, { encoding: 'utf8' }).stdout) as FullDiskReport;
  for (const name of ['append', 'create'] as const)
    expect(report[name]).toMatchObject({ code: 'IO_ERROR', isSame: true });
});
