import type { MeasuredGrowth } from '../results.ts';
import { line, path, picture, quiet, rule, text } from './svg.ts';

const left = 56;
const plotWidth = 430;
const top = 40;
const plotHeight = 470;
const decades = { sizes: [3, 5], ms: [-1, 5] } as const;
const colors = ['#0969da', '#1a7f37', '#8250df', '#bc4c00', '#bf3989', '#1b7c83', '#9a6700', '#57606a'];

/** Draws the time of each operation over the size of its library, both logarithmic; dashed lines grow linearly. */
export function growthPlot({ operations }: MeasuredGrowth): string {
  const bottom = top + plotHeight;
  const shapes: string[] = [text({ x: left, y: 20 }, 'time over size; dashed: linear', 'font-weight="600"')];
  for (let decade = decades.ms[0]; decade <= decades.ms[1]; decade += 1) {
    const y = heightOf(10 ** decade);
    shapes.push(line({ x: left, y }, { x: left + plotWidth, y }));
    shapes.push(text({ x: left - 8, y: y + 4 }, inTime(10 ** decade), 'text-anchor="end"'));
  }
  for (let decade = decades.sizes[0]; decade <= decades.sizes[1]; decade += 1) {
    const x = placeOf(10 ** decade);
    shapes.push(line({ x, y: top }, { x, y: bottom }));
    shapes.push(text({ x, y: bottom + 18 }, (10 ** decade).toLocaleString('en'), 'text-anchor="middle"'));
  }
  for (const start of [0.1, 1, 10, 100, 1_000]) {
    const [from, to] = [1_000, 100_000].map((size) => ({
      x: placeOf(size),
      y: heightOf((start * size) / 1_000),
    }));
    if (from !== undefined && to !== undefined) {
      shapes.push(line(from, to, `stroke="${rule}" stroke-dasharray="4 4"`));
    }
  }
  operations.forEach(({ name, exponent, measured }, index) => {
    const color = colors[index % colors.length] ?? quiet;
    const label = `${name} (${exponent === null ? 'too fast to fit' : exponent.toFixed(2)})`;
    shapes.push(
      path(
        measured.map(({ size, ms }) => ({ x: placeOf(size), y: heightOf(ms) })),
        color,
        label,
      ),
    );
    const y = top + 8 + index * 17;
    shapes.push(
      line(
        { x: left + plotWidth + 24, y: y - 4 },
        { x: left + plotWidth + 44, y: y - 4 },
        `stroke="${color}" stroke-width="3"`,
      ),
    );
    shapes.push(text({ x: left + plotWidth + 52, y }, label));
  });
  const height = Math.max(bottom + 34, top + 24 + operations.length * 17);
  return picture(left + plotWidth + 52 + 440, height, 'Growth of each operation', shapes);
}

function placeOf(size: number): number {
  const [first, last] = decades.sizes;
  return left + ((Math.log10(size) - first) / (last - first)) * plotWidth;
}

function heightOf(ms: number): number {
  const [first, last] = decades.ms;
  const share = (Math.log10(Math.max(ms, 10 ** first)) - first) / (last - first);
  return top + (1 - Math.min(1, share)) * plotHeight;
}

function inTime(ms: number): string {
  return ms >= 1_000 ? `${ms / 1_000} s` : `${ms} ms`;
}
