import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { keptResults, MeasuredGroup, MeasuredGrowth } from '../results.ts';
import { barsPlot } from './bars-plot.ts';
import { growthPlot } from './growth-plot.ts';

/** Draws the figures that were measured last into `docs/performance/`; returns the files' names. */
export function drawPlots(): string[] {
  const folder = fileURLToPath(new URL('../../docs/performance/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  const drawn = new Map([['rows.svg', barsPlot(keptResults(MeasuredGroup))]]);
  const [growth] = keptResults(MeasuredGrowth);
  if (growth !== undefined) drawn.set('growth.svg', growthPlot(growth));
  for (const [name, content] of drawn) writeFileSync(`${folder}${name}`, content);
  return [...drawn.keys()];
}
