import { useEffect, useMemo, useState } from 'react';
import { type Comparison, compareTexts } from '#shared/diff/compare-texts.ts';
import { compareBeside } from './compare-beside.ts';
import type { ComparisonRequest } from './comparison-request.ts';

/** A comparison with the texts that it is of. */
export type Compared = ComparisonRequest & { readonly comparison: Comparison };

export type ComparisonState = {
  /** Null until there is one. While white space is taken in or out, it is the one before. */
  readonly compared: Compared | null;
  /** The worker took too long, or ended by itself. */
  readonly isFailed: boolean;
  retry(): void;
};

type Found = ComparisonRequest & { readonly comparison: Comparison | null; readonly attempt: number };

/** UTF-16 units of both texts together that the page compares itself, in a few milliseconds. */
const mostComparedHere = 32_768;
const budgetHere = 200_000;

/** Compares two texts, long ones in a worker. */
export function useComparison(
  { before, after }: { readonly before: string; readonly after: string },
  ignoreWhitespace: boolean,
): ComparisonState {
  const isShort = before.length + after.length <= mostComparedHere;
  const here = useMemo(() => {
    if (!isShort) return null;
    const request = { before, after, ignoreWhitespace };
    const budget = { steps: budgetHere };
    return { ...request, comparison: compareTexts(request, { ignoreWhitespace, budget }) };
  }, [before, after, ignoreWhitespace, isShort]);
  const [found, setFound] = useState<Found | null>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (isShort) return;
    const request = { before, after, ignoreWhitespace };
    return compareBeside(request, (comparison) => setFound({ ...request, comparison, attempt }));
  }, [before, after, ignoreWhitespace, isShort, attempt]);

  const isOfThese =
    found !== null && found.before === before && found.after === after && found.attempt === attempt;
  const beside = isOfThese && found.comparison !== null ? { ...found, comparison: found.comparison } : null;
  return {
    compared: here ?? beside,
    isFailed: !isShort && isOfThese && found.comparison === null,
    retry: () => setAttempt(attempt + 1),
  };
}
