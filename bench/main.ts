/** `npm run bench [merge server app]`: what this machine carries, in figures. Nothing here passes or fails. */
import { cpus, totalmem } from 'node:os';
import { benchApp } from './app-bench.ts';
import type { Figure } from './figures.ts';
import { benchMerge } from './merge-bench.ts';
import { benchServer } from './server-bench.ts';

const benches: Readonly<Record<string, () => Promise<Figure[]>>> = {
  merge: benchMerge,
  server: benchServer,
  app: benchApp,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  console.error(
    `There is no bench named ${unknown.join(', ')}; there are: ${Object.keys(benches).join(', ')}.`,
  );
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
