/** One measured row of `npm run bench`: the product's values beside those of its reference, from the same run. */
import { z } from 'zod';

const Unit = z.enum(['ms', 'docs/s', 'requests/s', 'bytes', 'KB', 'MB', 'nodes', 'count', 'points']);

export type Unit = z.infer<typeof Unit>;

/**
 * The limit that a row is held to. `at` chooses the quantile of both sides; `of` compares the product's value
 * itself, its ratio to the reference's, or its difference from it (product − reference, in the row's unit).
 */
const Bar = z.object({
  at: z.enum(['p50', 'p95', 'max']),
  of: z.enum(['value', 'ratio', 'difference']),
  limit: z.number(),
  better: z.enum(['lower', 'higher']),
});

export type Bar = z.infer<typeof Bar>;

export const Row = z.object({
  title: z.string(),
  unit: Unit,
  /** At least five values, unless the figure is a size that does not vary. */
  ours: z.array(z.number()).readonly(),
  reference: z.object({ name: z.string(), values: z.array(z.number()).readonly() }).optional(),
  /** Null for a figure that is only shown. */
  bar: Bar.nullable(),
});

export type Row = z.infer<typeof Row>;

/** Rows that share a set-up; `quick` asks for smaller counts, so that all groups together end within two minutes. */
export type RowGroup = { name: string; measure(options: { quick: boolean }): Promise<Row[]> };

export type Judgement = {
  ours: number;
  reference: number | null;
  /** The value, ratio or difference that the bar is about. */
  compared: number;
  isMet: boolean;
};

/** Compares a row with its bar. Throws if there is nothing to compare: an empty row would pass unseen. */
export function judge({ title, ours, reference, bar }: Row): Judgement {
  const at = bar?.at ?? 'p50';
  if (ours.length === 0 || reference?.values.length === 0) throw new Error(`No values for: ${title}`);
  const own = quantile(ours, at);
  const other = reference === undefined ? null : quantile(reference.values, at);
  const compared = comparedTo(own, other, bar?.of ?? 'value');
  if (compared === null) throw new Error(`No reference for: ${title}`);
  const isMet = bar === null || (bar.better === 'lower' ? compared <= bar.limit : compared >= bar.limit);
  return { ours: own, reference: other, compared, isMet };
}

function comparedTo(own: number, other: number | null, of: Bar['of']): number | null {
  if (of === 'value') return own;
  if (other === null) return null;
  return of === 'ratio' ? own / other : own - other;
}

/** Returns the nearest-rank quantile; p50 of an even count is the mean of the middle two. */
export function quantile(values: readonly number[], at: Bar['at']): number {
  const sorted = values.toSorted((a, b) => a - b);
  const last = sorted.length - 1;
  if (at === 'max') return sorted[last] ?? Number.NaN;
  if (at === 'p95') return sorted[Math.ceil(0.95 * sorted.length) - 1] ?? Number.NaN;
  const low = sorted[last >> 1] ?? Number.NaN;
  return (low + (sorted[(last + 1) >> 1] ?? low)) / 2;
}
