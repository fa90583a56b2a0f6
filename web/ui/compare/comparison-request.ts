import type { ConflictTexts } from '#shared/diff/conflict-hunks.ts';

/** A question of the page to its worker, which answers with a `Comparison`. */
export type ComparisonRequest = {
  readonly before: string;
  readonly after: string;
  readonly ignoreWhitespace: boolean;
};

/** Answered with the places of the differences (`conflictPlaces`). */
export type ConflictRequest = ConflictTexts;
