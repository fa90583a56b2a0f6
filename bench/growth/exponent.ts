/** Fits the exponent of growth (time ~ size^exponent) to measured times. */

/** All times of all runs at one size, in milliseconds. */
export type Measured = { size: number; took: readonly number[] };

export type Step = { from: number; to: number; exponent: number | null };

export type Growth = {
  /** Between neighbouring sizes; null where both times are under the floor and say nothing. */
  steps: Step[];
  /** Least squares over all sizes. */
  overall: number | null;
  isTooSteep: boolean;
};

/** An exponent of 1 is linear; a sort within has its logarithm. */
export const steepest = 1.05;
/** Of one step: a cache that no longer fits has its share of it. */
export const steepestStep = 1.15;

/** Times under this are mostly clock, scheduling and fixed cost: they count as this much. */
export const floorMs = 5;

export function median(took: readonly number[]): number {
  const sorted = took.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [high = 0, low = high] = [sorted[middle], sorted[sorted.length % 2 === 0 ? middle - 1 : middle]];
  return (low + high) / 2;
}

export function fastest(took: readonly number[]): number {
  return Math.min(...took);
}

/**
 * Judges the medians and the fastest runs: noise only ever adds time, so that an operation is too steep only
 * where both of them are. The last steps count as much as the whole: what is quadratic beside a large fixed
 * cost shows there first.
 */
export function growthOf(measured: readonly Measured[]): Growth {
  const byMedian = fitted(measured, median);
  const byFastest = fitted(measured, fastest);
  const isTooSteep = [byMedian, byFastest].every(
    ({ steps, overall }) =>
      isAbove(overall, steepest) || steps.some(({ exponent }) => isAbove(exponent, steepestStep)),
  );
  return { ...byMedian, isTooSteep };
}

function isAbove(exponent: number | null, bar: number): boolean {
  return exponent !== null && exponent > bar;
}

function fitted(
  measured: readonly Measured[],
  time: (took: readonly number[]) => number,
): Pick<Growth, 'steps' | 'overall'> {
  const points = measured.map(({ size, took }) => ({ size, ms: time(took) }));
  const steps = points.slice(1).map((to, index) => {
    const from = points[index] ?? to;
    return { from: from.size, to: to.size, exponent: slope([from, to]) };
  });
  return { steps, overall: slope(points) };
}

/** Returns the least squares slope of log time over log size; null if every time is under the floor. */
function slope(points: readonly { size: number; ms: number }[]): number | null {
  if (points.length < 2 || points.every(({ ms }) => ms <= floorMs)) return null;
  const logs = points.map(({ size, ms }) => ({ x: Math.log(size), y: Math.log(Math.max(ms, floorMs)) }));
  const x = mean(logs.map((log) => log.x));
  const y = mean(logs.map((log) => log.y));
  const above = logs.reduce((sum, log) => sum + (log.x - x) * (log.y - y), 0);
  const below = logs.reduce((sum, log) => sum + (log.x - x) ** 2, 0);
  return above / below;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
