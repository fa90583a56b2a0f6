import { mergeText } from '#shared/merge/merge-text.ts';
import type { ApplyContext } from './mutation.ts';

/**
 * The text that a row gets when `mine` was written upon `base` and the row says `theirs` by now.
 * Where both changed the same words, mine stays and `theirs` is handed back to be kept elsewhere.
 */
export function placeText(
  texts: ApplyContext['texts'],
  { base, mine, theirs }: { base: string | undefined; mine: string; theirs: string },
): { text: string; overlaps: boolean } {
  if (texts === 'asSent' || base === undefined || base === theirs || mine === theirs) {
    return { text: mine, overlaps: false };
  }
  const merged = mergeText(base, mine, theirs);
  return { text: merged.text, overlaps: merged.overlap };
}
