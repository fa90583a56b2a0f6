import { inUnit } from '../report-rows.ts';
import type { MeasuredGroup } from '../results.ts';
import { judge, type Unit } from '../row.ts';
import { bar, picture, text } from './svg.ts';

const left = 24;
const barLeft = 110;
const barWidth = 420;
const barHeight = 14;
const colors: Readonly<Record<string, string>> = {
  SQLite: '#57606a',
  'one node': '#0969da',
  'two nodes': '#1a7f37',
};

type Bar = { name: string; value: number };

/** Draws SQLite, one node and two nodes side by side, for each thing that was measured of all three. */
export function scalePlot({ rows }: MeasuredGroup): string {
  const measured = new Map<string, { unit: Unit; bars: Map<string, Bar> }>();
  for (const row of rows) {
    const [, title = '', name = ''] = /^(.*): ([^:]+)$/.exec(row.title) ?? [];
    const { ours, reference } = judge(row);
    const of = measured.get(title) ?? { unit: row.unit, bars: new Map<string, Bar>() };
    measured.set(title, of);
    const beside = row.reference?.name;
    if (beside !== undefined && reference !== null) of.bars.set(beside, { name: beside, value: reference });
    of.bars.set(name, { name, value: ours });
  }
  const shapes: string[] = [];
  let y = 26;
  for (const [title, { unit, bars }] of measured) {
    const better = unit === 'ms' ? 'less is better' : 'more is better';
    shapes.push(text({ x: left, y }, `${title} (${better})`, 'font-weight="600"'));
    const most = Math.max(...[...bars.values()].map(({ value }) => value));
    for (const { name, value } of bars.values()) {
      y += barHeight + 6;
      const width = (value / most) * barWidth;
      shapes.push(text({ x: barLeft - 8, y }, name, 'text-anchor="end"'));
      shapes.push(
        bar({ x: barLeft, y: y - barHeight + 3 }, { width, height: barHeight }, colors[name] ?? '#57606a'),
      );
      shapes.push(text({ x: barLeft + width + 8, y }, inUnit(value, unit)));
    }
    y += 30;
  }
  return picture(barLeft + barWidth + 220, y - 10, 'SQLite, one node and two nodes', shapes);
}
