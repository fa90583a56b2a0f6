/** Runs the monkey for one seed or several, and prints what it found; exits with 1 if it found anything. */
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { z } from 'zod';
import { chromiumFlags, lightChromiumPath } from '../chromium.ts';
import { runSeed } from './run-seed.ts';

const Count = z.coerce.number().int().positive();
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    acts: { type: 'string', default: '1000' },
  },
});
const first = Count.parse(values.seed);
const seeds = Array.from({ length: Count.parse(values.seeds) }, (_, index) => first + index);
const acts = Count.parse(values.acts);

const executablePath = lightChromiumPath();
let failed = 0;
for (const seed of seeds) {
  // A browser of its own for each seed: what one leaves behind is no part of the next.
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [...chromiumFlags],
  });
  const started = performance.now();
  const { findings, counts } = await runSeed({ browser, seed, acts });
  await browser.close();
  const seconds = Math.round((performance.now() - started) / 1000);
  const done = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
  console.log(`seed ${seed}: ${findings.length === 0 ? 'ok' : 'FAILED'}, ${seconds} s, ${done.join(', ')}`);
  for (const finding of findings) console.error(`  ${finding.replaceAll('\n', '\n    ')}`);
  if (findings.length > 0) failed += 1;
}
console.log(`${seeds.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
