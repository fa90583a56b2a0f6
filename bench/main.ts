/**
 * `npm run bench [GROUP…] [-- --quick]`: each row of the product beside its reference, measured in the same run.
 * Exits with 1 where a row falls short of its bar; with `--quick` the counts are small and it never does.
 * `plots` draws the figures that were measured last into `docs/performance/`.
 * `chat-export`, `scale`, `growth [--only NAME]` and `hostile-text [--only COUNT]` take minutes and run only where they are asked for.
 */
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { groups, groupsOnRequest } from './groups.ts';
import { benchGrowth } from './growth/growth-bench.ts';
import { benchHostileText } from './hostile-text/hostile-text-bench.ts';
import { drawPlots } from './plots/draw-plots.ts';
import { measureGroups } from './report-rows.ts';

const { positionals: asked, values } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, quick: { type: 'boolean', default: false } },
});
const every = [...groups, ...groupsOnRequest];
const known = [...every.map(({ name }) => name), 'growth', 'hostile-text', 'plots'];
const unknown = asked.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no bench named ${unknown.join(', ')}; there are: ${known.join(', ')}.`);
  process.exit(2);
}
const gigabytes = (totalmem() / 2 ** 30).toFixed(0);
console.log(
  `${cpus()[0]?.model ?? 'a machine'}, ${cpus().length} cores, ${gigabytes} GB, Node ${process.version}\n`,
);
const chosen = asked.length === 0 ? groups : every.filter(({ name }) => asked.includes(name));
const short = await measureGroups(chosen, { quick: values.quick });
if (short.length > 0) {
  console.log(`Short of their bars:\n${short.map((title) => `  ${title}`).join('\n')}`);
  if (!values.quick) process.exitCode = 1;
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
