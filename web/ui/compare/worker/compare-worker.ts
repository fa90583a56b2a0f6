/** Compares two texts in a thread of its own: a megabyte takes it a moment, and the page goes on. */
import { compareTexts } from '#shared/diff/compare-texts.ts';
import type { ComparisonRequest } from '../comparison-request.ts';

addEventListener('message', ({ data }: MessageEvent<ComparisonRequest>) => {
  const comparison = compareTexts(data, data);
  const { before, after, rows, changes } = comparison;
  const sides = [before, after].flatMap(({ starts, numbers, marks }) => [starts, numbers, marks]);
  const transfer = [...sides, rows.before, rows.after, changes].map(({ buffer }) => buffer);
  postMessage(comparison, { transfer });
});
