import { storable } from '#shared/model/text.ts';
import { cutText } from './cut-text.ts';

/** Returns a title in at most `max` code points, which is what the schemas count; a longer one ends with an ellipsis. */
export function shortTitle(title: string, max: number): string {
  const trimmed = storable(title).trim();
  if (unitsOf(trimmed, max) === trimmed.length) return trimmed;
  return `${cutText(trimmed, unitsOf(trimmed, max - 1)).trimEnd()}…`;
}

/** Returns how many UTF-16 units the first `count` code points of a text have. */
export function unitsOf(text: string, count: number): number {
  return Array.from(text.slice(0, 2 * count))
    .slice(0, count)
    .join('').length;
}
