/** Adds up runs, in all and by day, prompt or model. */
import type { RunHead } from '#shared/model/run/run.ts';

/** `costs`: of this device in US dollars, of the server in the currency of its admin; null: no run has a cost. */
export type RunTotals = {
  readonly runs: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costs: { readonly [from in RunHead['from']]: number | null };
};

export type RunGroup<Run extends RunHead> = {
  readonly key: string;
  /** The newest first. */
  readonly runs: readonly Run[];
  readonly totals: RunTotals;
};

export type GroupedBy = 'day' | 'prompt' | 'model';

/** Returns the groups of runs that are given the newest first, each in the place of its newest run. */
export function groupRuns<Run extends RunHead>(
  runs: readonly Run[],
  keyOf: (run: RunHead) => string,
): RunGroup<Run>[] {
  const groups = Map.groupBy(runs, keyOf);
  return [...groups].map(([key, members]) => ({ key, runs: members, totals: runTotals(members) }));
}

/** Adds up what endpoints have counted. */
export function runTotals(runs: readonly RunHead[]): RunTotals {
  const sum = (values: readonly (number | null | undefined)[]) =>
    values.reduce<number>((total, value) => total + (value ?? 0), 0);
  const costOf = (from: RunHead['from']) => {
    const known = runs.filter((run) => run.from === from && run.cost !== null).map(({ cost }) => cost);
    return known.length === 0 ? null : sum(known);
  };
  return {
    runs: runs.length,
    inputTokens: sum(runs.map(({ usage }) => usage?.inputTokens)),
    outputTokens: sum(runs.map(({ usage }) => usage?.outputTokens)),
    costs: { device: costOf('device'), node: costOf('node') },
  };
}
