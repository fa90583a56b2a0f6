/**
 * `npm run bench [merge server app]`: what this machine carries, in figures, which neither pass nor fail.
 * `npm run bench -- growth [--only NAME]` takes minutes, runs only where it is asked for, and fails where the
 * time of an operation grows faster than what it is done to. `npm run bench -- hostile-text [--only COUNT]` takes
 * minutes too: 2,000 texts that were made to stop the rendered view.
 */
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { benchApp } from './app-bench.ts';
import type { Figure } from './figures.ts';
import { benchGrowth } from './growth/growth-bench.ts';
import { benchHostileText } from './hostile-text/hostile-text-bench.ts';
import { benchMerge } from './merge-bench.ts';
import { benchServer } from './server-bench.ts';

const benches: Readonly<Record<string, () => Promise<Figure[]>>> = {
  merge: benchMerge,
  server: benchServer,
  app: benchApp,
};

const { positionals: asked, values } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' } },
});
const known = [...Object.keys(benches), 'growth', 'hostile-text'];
const unknown = asked.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no bench named ${unknown.join(', ')}; there are: ${known.join(', ')}.`);
  process.exit(2);
}
const gigabytes = (totalmem() / 2 ** 30).toFixed(0);
console.log(
  `${cpus()[0]?.model ?? 'a machine'}, ${cpus().length} cores, ${gigabytes} GB, Node ${process.version}\n`,
);
for (const [name, bench] of Object.entries(benches)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(name);
  for (const { what, figure } of await bench()) console.log(`  ${what.padEnd(62)} ${figure}`);
  console.log('');
}
if (asked.includes('hostile-text')) {
  console.log('hostile-text');
  const count = values.only === undefined ? undefined : Number(values.only);
  for (const { what, figure } of await benchHostileText(count)) console.log(`  ${what.padEnd(62)} ${figure}`);
}
if (asked.includes('growth')) {
  console.log('growth');
  if (!(await benchGrowth(values.only))) process.exitCode = 1;
}
