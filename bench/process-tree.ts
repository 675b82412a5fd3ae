import { readdirSync, readFileSync } from 'node:fs';

/** Memory of a process and all its descendants in MB: a page that several share (the program itself, mostly) counts once. */
export function residentMegabytes(pid: number): number {
  let kilobytes = 0;
  for (const member of [pid, ...descendants(pid)]) {
    kilobytes += Number(/^Pss:\s+(\d+)/m.exec(readProc(`${member}/smaps_rollup`))?.[1] ?? 0);
  }
  return kilobytes / 1024;
}

function descendants(pid: number): number[] {
  let threads: string[] = [];
  try {
    threads = readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
  const children = threads.flatMap((thread) =>
    readProc(`${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
  return children.flatMap((child) => [child, ...descendants(child)]);
}

/** Empty when the process ended between listing and reading. */
function readProc(name: string): string {
  try {
    return readFileSync(`/proc/${name}`, 'utf8');
  } catch {
    return '';
  }
}

export interface MemoryWatch {
  readonly peak: () => number;
  readonly stop: () => void;
}

export function watchMemory(pid: number, everyMs: number): MemoryWatch {
  let peak = residentMegabytes(pid);
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMegabytes(pid));
  }, everyMs);
  return { peak: () => peak, stop: () => clearInterval(timer) };
}
