import { storable } from '#shared/model/text.ts';
import { cutText } from './cut-text.ts';

/** A title in at most `max` UTF-16 units, which is what the schemas count; a longer one ends with an ellipsis. */
export function shortTitle(title: string, max: number): string {
  const trimmed = storable(title).trim();
  if (trimmed.length <= max) return trimmed;
  return `${cutText(trimmed, max - 1).trimEnd()}…`;
}
