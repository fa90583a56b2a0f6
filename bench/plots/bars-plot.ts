import type { MeasuredGroup } from '../results.ts';
import { judge, type Row } from '../row.ts';
import { dot, line, picture, quiet, text } from './svg.ts';

const left = 470;
const width = 940;
const rowHeight = 20;
const met = '#1a7f37';
const short = '#bc4c00';
/** Factors of the scale; a row further out is drawn at the end. */
const farthest = 16;

/**
 * Draws each row as a dot at the factor by which it is better (right) or worse (left) than its bar, on a
 * logarithmic scale. A bar of 0 has no factor: it is met at its very line or missed by the whole scale.
 */
export function barsPlot(groups: readonly MeasuredGroup[]): string {
  const shapes: string[] = [];
  let y = 48;
  for (const { name, rows } of groups) {
    const held = rows.filter(({ bar }) => bar !== null);
    if (held.length === 0) continue;
    shapes.push(text({ x: 12, y }, name, 'font-weight="600"'));
    y += rowHeight;
    for (const row of held) {
      shapes.push(...oneRow(row, y));
      y += rowHeight;
    }
    y += 8;
  }
  const scale = [1 / 16, 1 / 4, 1, 4, 16].flatMap((factor) => {
    const x = placeOf(factor);
    const label = factor < 1 ? `${1 / factor} × short` : factor > 1 ? `${factor} × better` : 'bar';
    return [
      line({ x, y: 32 }, { x, y: y - 12 }, `stroke="${factor === 1 ? quiet : '#d8dee4'}"`),
      text({ x, y: 22 }, label, `text-anchor="middle" fill-opacity="0.7"`),
    ];
  });
  return picture(width, y, 'Each row of the benchmark against its bar', [...scale, ...shapes]);
}

function oneRow(row: Row, y: number): string[] {
  const factor = factorOf(row);
  const { isMet } = judge(row);
  const beside = row.reference === undefined ? '' : ` · ${row.reference.name}`;
  const label = `${row.title}${beside}`;
  return [
    text({ x: 24, y }, label.length > 72 ? `${label.slice(0, 71)}…` : label),
    dot({ x: placeOf(factor), y: y - 4 }, isMet ? met : short, label),
  ];
}

/** Above 1: better than the bar. */
function factorOf(row: Row): number {
  const { compared, isMet } = judge(row);
  const limit = row.bar?.limit ?? 0;
  if (limit <= 0 || compared <= 0) return isMet ? 1 : 1 / farthest;
  return row.bar?.better === 'lower' ? limit / compared : compared / limit;
}

function placeOf(factor: number): number {
  const within = Math.min(farthest, Math.max(1 / farthest, factor));
  const share = (Math.log2(within) + 4) / 8;
  return left + 30 + share * (width - left - 70);
}
