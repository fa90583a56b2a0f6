/** Compares the outcomes of cases with those of a baseline. */

/** A cell by its state: `passed`, `failed`, `error`, or one that is not decided. */
export type ComparedCell = { readonly state: string };

/** How cells stand against the baseline; those that either has not decided count for nothing. */
export type Compared = { readonly better: number; readonly worse: number; readonly equal: number };

export function comparedTo(baseline: readonly ComparedCell[], cells: readonly ComparedCell[]): Compared {
  const result = { better: 0, worse: 0, equal: 0 };
  for (const [place, cell] of cells.entries()) {
    const change = changeFrom(baseline[place], cell);
    if (change !== null) result[change] += 1;
  }
  return result;
}

/** Returns null where one of them is not decided. */
export function changeFrom(before: ComparedCell | undefined, after: ComparedCell): keyof Compared | null {
  const [was, is] = [before === undefined ? null : rankOf(before), rankOf(after)];
  if (was === null || is === null) return null;
  if (is === was) return 'equal';
  return is > was ? 'better' : 'worse';
}

/** An answer that did not come holds nothing, as one that fails. */
function rankOf({ state }: ComparedCell): number | null {
  if (state === 'passed') return 1;
  return state === 'failed' || state === 'error' ? 0 : null;
}
