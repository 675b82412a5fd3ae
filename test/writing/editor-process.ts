import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** An editor that saves a note again and again, a line more each time, without a care for anybody else. */
const [file, ready, count, style] = process.argv.slice(2) as [string, string, string, string];
writeFileSync(ready, '');
while (!existsSync(`${ready}.go`)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
for (let i = 0; i < Number(count); i++) {
  if (style === 'append') appendFileSync(file, `editor ${i}\n`);
  else {
    const text = readFileSync(file, 'utf8');
    writeFileSync(`${file}.part`, `${text}editor ${i}\n`);
    renameSync(`${file}.part`, file);
  }
  // at no fixed distance, so that every moment of a replacement is met
  for (const until = performance.now() + Math.random() * 0.3; performance.now() < until; );
}
