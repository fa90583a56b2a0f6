/**
 * `npm run bench [GROUP…] [-- --quick]`: each row of the product beside its reference, measured in the same run.
 * Exits with 1 where a row falls short of its bar; with `--quick` the counts are small and it never does.
 * `plots` draws the figures that were measured last into `docs/performance/`.
 * `growth [--only NAME]` and `hostile-text [--only COUNT]` take minutes and run only where they are asked for.
 */
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { benchApp } from './app-bench.ts';
import type { Figure } from './figures.ts';
import { benchGrowth } from './growth/growth-bench.ts';
import { benchHostileText } from './hostile-text/hostile-text-bench.ts';
import { benchMerge } from './merge-bench.ts';
import { drawPlots } from './plots/draw-plots.ts';
import { measureGroups, shortfalls } from './report-rows.ts';
import type { RowGroup } from './row.ts';
import { deviceSearch } from './rows/device-search.ts';
import { edits } from './rows/edits.ts';
import { firstFill } from './rows/first-fill.ts';
import { firstLoad } from './rows/first-load.ts';
import { measureServerPeers } from './rows/server-peers.ts';
import { serverProcess } from './rows/server-process.ts';
import { serverSearch } from './rows/server-search.ts';
import { serverSoak } from './rows/server-soak.ts';
import { serverWrites } from './rows/server-writes.ts';
import { sidebar } from './rows/sidebar.ts';
import { typing } from './rows/typing.ts';
import { versionPanel } from './rows/version-panel.ts';
import { benchServer } from './server-bench.ts';

const groups: readonly RowGroup[] = [
  { name: 'server-peers', measure: measureServerPeers },
  edits,
  firstFill,
  deviceSearch,
  serverProcess,
  serverWrites,
  typing,
  serverSearch,
  serverSoak,
  versionPanel,
  sidebar,
  firstLoad,
];

/** Figures without a bar. */
const figuresOnly: Readonly<Record<string, () => Promise<Figure[]>>> = {
  merge: benchMerge,
  server: benchServer,
  app: benchApp,
};

const { positionals: asked, values } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, quick: { type: 'boolean', default: false } },
});
const known = [
  ...groups.map(({ name }) => name),
  ...Object.keys(figuresOnly),
  'growth',
  'hostile-text',
  'plots',
];
const unknown = asked.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no bench named ${unknown.join(', ')}; there are: ${known.join(', ')}.`);
  process.exit(2);
}
const gigabytes = (totalmem() / 2 ** 30).toFixed(0);
console.log(
  `${cpus()[0]?.model ?? 'a machine'}, ${cpus().length} cores, ${gigabytes} GB, Node ${process.version}\n`,
);
const chosen = groups.filter(({ name }) => asked.length === 0 || asked.includes(name));
const short = shortfalls(await measureGroups(chosen, { quick: values.quick }));
if (short.length > 0) {
  console.log(`Short of their bars:\n${short.map((title) => `  ${title}`).join('\n')}`);
  if (!values.quick) process.exitCode = 1;
}
for (const [name, bench] of Object.entries(figuresOnly)) {
  if (values.quick || (asked.length > 0 && !asked.includes(name))) continue;
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
if (asked.includes('plots')) console.log(`Drawn into docs/performance: ${drawPlots().join(', ')}`);
