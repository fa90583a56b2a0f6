/** `npm run bench -- growth [--only NAME]`: how the time of each operation grows with what it is done to. */
import { ms } from '../figures.ts';
import { keepResult, type MeasuredGrowth } from '../results.ts';
import { clientOperations } from './client-operations.ts';
import { fastest, floorMs, growthOf, type Measured, median, steepest, steepestStep } from './exponent.ts';
import type { Hold } from './longest-hold.ts';
import type { GrowthOperation } from './operation.ts';
import { serverOperations } from './server-operations.ts';

const runs = 3;

/** Prints a line for each operation; resolves to whether none grows too steeply. */
export async function benchGrowth(only = ''): Promise<boolean> {
  console.log(
    `median of ${runs} runs (fastest); the exponent of each step, and of the whole; times under ` +
      `${floorMs} ms count as ${floorMs} ms; above ${steepest}, or ${steepestStep} in one step, in median and fastest run alike is too steep`,
  );
  const tooSteep: string[] = [];
  const kept: MeasuredGrowth['operations'] = [];
  const client = clientOperations();
  const operations: GrowthOperation[] = [...serverOperations, ...client.operations];
  const chosen = operations.filter(({ name }) => name.includes(only));
  if (chosen.length === 0) {
    const names = operations.map(({ name }) => `  ${name}`).join('\n');
    console.error(`There is no operation named ${only}; there are:\n${names}`);
  }
  for (const operation of chosen) {
    const measured: Measured[] = [];
    const holds: string[] = [];
    for (const size of operation.sizes) {
      const { took, hold } = await runsOf(operation, size);
      measured.push({ size, took });
      if (hold !== null) holds.push(holdInWords(hold));
    }
    const growth = growthOf(measured);
    if (growth.isTooSteep) tooSteep.push(operation.name);
    kept.push({
      name: operation.name,
      exponent: growth.overall,
      measured: measured.map(({ size, took }) => ({ size, ms: median(took) })),
    });
    console.log(`  ${operation.name}${growth.isTooSteep ? '   <-- TOO STEEP' : ''}`);
    const times = measured.map(
      ({ size, took }) => `${size.toLocaleString('en')}: ${ms(median(took))} (${ms(fastest(took))})`,
    );
    const exponents = growth.steps.map(({ exponent }) => inWords(exponent));
    console.log(
      `    ${times.join('   ')}   exponent ${exponents.join(', ')}, overall ${inWords(growth.overall)}`,
    );
    if (holds.length > 0) console.log(`    the event loop was held for at most ${holds.join(', ')}`);
  }
  await client.end();
  if (only === '') keepResult('growth', { operations: kept });
  if (tooSteep.length > 0) console.log(`\n  Too steep: ${tooSteep.join(', ')}`);
  return chosen.length > 0 && tooSteep.length === 0;
}

/** `hold`: of the run in which it was shortest; what else the machine does only ever adds to it. */
type Runs = { took: number[]; hold: Hold | null };

async function runsOf({ prepare, isRepeatable = false }: GrowthOperation, size: number): Promise<Runs> {
  const took: number[] = [];
  let hold: Hold | null = null;
  let prepared = await prepare(size);
  // What is done first compiles the code and warms caches; a repeatable one is not timed that time.
  if (isRepeatable) await prepared.run();
  for (let run = 0; run < runs; run += 1) {
    if (run > 0 && !isRepeatable) {
      await prepared.close();
      prepared = await prepare(size);
    }
    const started = performance.now();
    await prepared.run();
    took.push(performance.now() - started);
    const held = prepared.longestHold?.();
    if (held !== undefined && (hold === null || held.clockMs < hold.clockMs)) hold = held;
  }
  await prepared.close();
  return { took, hold };
}

function holdInWords({ clockMs, cpuMs }: Hold): string {
  return cpuMs === undefined ? ms(clockMs) : `${ms(clockMs)} (CPU ${ms(cpuMs)})`;
}

function inWords(exponent: number | null): string {
  return exponent === null ? 'under the floor' : exponent.toFixed(2);
}
