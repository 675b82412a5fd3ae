// The registry lists platform packages only for some systems, and `npm ci` refuses a lock that
// misses one of them. Plain JavaScript: it must run before Node 24 is installed. This adds an entry for each optional dependency that has none.
import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));
let added = 0;

for (const [key, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const top = `node_modules/${name}`;
    if (lock.packages[top] || lock.packages[`${key}/node_modules/${name}`]) continue;
    if (!/^\d/.test(version)) throw new Error(`${name}@${version}: not an exact version, pin it`);
    lock.packages[top] = {
      version,
      ...(entry.dev ? { dev: true } : {}),
      optional: true,
      ...platformOf(name),
    };
    added++;
  }
}

lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`package-lock.json: ${added} platform entries added`);

function platformOf(name) {
  const os = /[-/](darwin|win32|linux|freebsd|android|openharmony|aix|netbsd|openbsd|sunos)/.exec(name)?.[1];
  const cpu = /(?:^|-)(arm64|x64|ia32|arm|ppc64|s390x|riscv64|loong64|mips64el|wasm32)(?:-|$)/.exec(
    name,
  )?.[1];
  const libc = /musl/.test(name) ? 'musl' : /-gnu/.test(name) ? 'glibc' : undefined;
  return {
    ...(os ? { os: [os] } : name.startsWith('node-win') ? { os: ['win32'] } : {}),
    ...(cpu ? { cpu: [cpu] } : {}),
    ...(libc ? { libc: [libc] } : {}),
  };
}
