import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { groups } from '../groups.ts';
import { keptResults, MeasuredGroup, MeasuredGrowth } from '../results.ts';
import { barsPlot } from './bars-plot.ts';
import { growthPlot } from './growth-plot.ts';
import { rowsTable } from './rows-table.ts';
import { scalePlot } from './scale-plot.ts';

/** Draws the figures that were measured last into `docs/performance/`, and writes them as tables; returns the files' names. */
export function drawPlots(): string[] {
  const folder = fileURLToPath(new URL('../../docs/performance/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  const order = groups.map(({ name }) => name);
  const all = keptResults(MeasuredGroup).toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  // It has a page of its own (docs/scale.md).
  const [kept, ofScale] = [
    all.filter(({ name }) => name !== 'scale'),
    all.filter(({ name }) => name === 'scale'),
  ];
  const day = new Date().toISOString().slice(0, 10);
  const drawn = new Map<string, string>();
  if (kept.length > 0) drawn.set('rows.svg', barsPlot(kept)).set('figures.md', rowsTable(kept, day));
  for (const scale of ofScale)
    drawn.set('scale.svg', scalePlot(scale)).set('scale.md', rowsTable([scale], day));
  const [growth] = keptResults(MeasuredGrowth);
  if (growth !== undefined) drawn.set('growth.svg', growthPlot(growth));
  for (const [name, content] of drawn) writeFileSync(`${folder}${name}`, content);
  return [...drawn.keys()];
}
