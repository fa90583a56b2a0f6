import { loadavg } from 'node:os';
import { keepResult, type MeasuredGroup } from './results.ts';
import { type Bar, judge, type Row, type RowGroup, type Unit } from './row.ts';

/**
 * Measures the groups one after the other and prints each as it is done. Returns the titles of the rows that fall
 * short of their bars, and the name of a group that could not be measured: the others are measured all the same.
 */
export async function measureGroups(
  groups: readonly RowGroup[],
  options: { quick: boolean },
): Promise<string[]> {
  const short: string[] = [];
  for (const group of groups) {
    try {
      const measured = await measuredGroup(group, options);
      console.log(inLines(measured).join('\n'));
      if (!options.quick) keepResult(group.name, measured);
      short.push(...measured.rows.filter((row) => !judge(row).isMet).map(({ title }) => title));
    } catch (error) {
      console.error(`${group.name} could not be measured:`, error);
      short.push(`${group.name} (not measured)`);
    }
  }
  return short;
}

async function measuredGroup(
  { name, measure }: RowGroup,
  options: { quick: boolean },
): Promise<MeasuredGroup> {
  const [before = 0] = loadavg();
  const started = performance.now();
  const rows = await measure(options);
  const [after = 0] = loadavg();
  return { name, load: [before, after], seconds: (performance.now() - started) / 1000, rows };
}

function inLines({ name, load, seconds, rows }: MeasuredGroup): string[] {
  const title = `${name} (${seconds.toFixed(0)} s, load ${load.map((each) => each.toFixed(1)).join(' → ')})`;
  return [title, ...rows.map(inLine), ''];
}

function inLine(row: Row): string {
  const { ours, reference, compared, isMet } = judge(row);
  const at = row.bar === null || row.ours.length === 1 ? '' : `${row.bar.at} `;
  const beside = reference === null ? '' : `, ${row.reference?.name} ${inUnit(reference, row.unit)}`;
  const figure = `${at}${inUnit(ours, row.unit)}${beside}`;
  if (row.bar === null) return `  ${row.title.padEnd(66)} ${figure}`;
  const verdict = `${barInWords(compared, row.bar, row.unit)}${isMet ? '' : '   <-- FALLS SHORT'}`;
  return `  ${row.title.padEnd(66)} ${figure.padEnd(52)} ${verdict}`;
}

/** For example "0.21 × (bar ≤ 0.3 ×)". */
function barInWords(compared: number, bar: Bar, unit: Unit): string {
  const sign = bar.better === 'lower' ? '≤' : '≥';
  return `${barText(compared, bar, unit)} (bar ${sign} ${barText(bar.limit, bar, unit)})`;
}

/** Writes what a bar is about: a ratio as "0.21 ×", anything else in the row's unit. */
export function barText(value: number, { of }: Bar, unit: Unit): string {
  return of === 'ratio' ? `${value.toFixed(2)} ×` : inUnit(value, unit);
}

export function inUnit(value: number, unit: Unit): string {
  const digits = unit === 'ms' && Math.abs(value) < 100 ? 1 : 0;
  const number = value.toLocaleString('en', { maximumFractionDigits: digits }).replace(/^-0$/, '0');
  return unit === 'count' || unit === 'nodes' ? number : `${number} ${unit}`;
}
