import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deskAt, fillNotebook, hashTree, type Scenario, scenarios } from './scenarios.ts';

/** What each change says on a disk that has no room for it, whether it left everything as it was, and whether it works afterwards. */
export type FullDiskReport = Partial<
  Record<Scenario, { code: string; isSame: boolean; worksAfter: boolean }>
>;

const [disk, state, filler] = process.argv.slice(2) as [string, string, string];
const root = path.join(disk, 'notes');
const desk = deskAt({ root, stateDir: state });
const report: FullDiskReport = {};
for (const scenario of ['append', 'create', 'move', 'moveFolder'] as const) {
  mkdirSync(state, { recursive: true });
  fillNotebook(root, 60);
  if (filler === 'fill') fill();
  const before = hashTree(root);
  report[scenario] = { code: attempt(scenario), isSame: hashTree(root) === before, worksAfter: false };
  rmSync(path.join(disk, 'ballast'), { force: true });
  if (filler === 'fill') report[scenario].worksAfter = attempt(scenario) === '';
}
console.log(JSON.stringify(report));

function attempt(scenario: Scenario): string {
  try {
    scenarios[scenario](desk);
    return '';
  } catch (error) {
    return (error as { code: string }).code;
  }
}

/** Until hardly anything fits any more. */
function fill(): void {
  const file = path.join(disk, 'ballast');
  writeFileSync(file, '');
  for (const size of [65536, 4096])
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size), { flag: 'a' });
    } catch {
      // full
    }
}
