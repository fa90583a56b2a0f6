/** Compares two texts in a thread of its own: a megabyte takes it a moment, and the page goes on. */
import { compareTexts } from '#shared/diff/compare-texts.ts';
import { conflictPlaces } from '#shared/diff/conflict-hunks.ts';
import type { ComparisonRequest, ConflictRequest } from '../comparison-request.ts';

addEventListener('message', ({ data }: MessageEvent<ComparisonRequest | ConflictRequest>) => {
  if ('kept' in data) answerPlaces(data);
  else answerComparison(data);
});

function answerComparison(request: ComparisonRequest): void {
  const comparison = compareTexts(request, request);
  const { before, after, rows, changes } = comparison;
  const sides = [before, after].flatMap(({ starts, numbers, marks }) => [starts, numbers, marks]);
  const transfer = [...sides, rows.before, rows.after, changes].map(({ buffer }) => buffer);
  postMessage(comparison, { transfer });
}

function answerPlaces(request: ConflictRequest): void {
  const places = conflictPlaces(request);
  postMessage(places, { transfer: [places.buffer] });
}
