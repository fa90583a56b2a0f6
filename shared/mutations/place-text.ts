import { mergeText } from '#shared/merge/merge-text.ts';
import type { KeepAs, KeptText } from './kept-text.ts';
import type { ApplyContext } from './mutation.ts';

/**
 * The text that a row gets when `mine` was written upon `base` and the row says `theirs` by now.
 * Where both changed the same words, mine stays and `theirs` must be kept elsewhere.
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

/**
 * The same for words that are about to be sent: they are put upon `theirs`, and where they overlap they take
 * along how `theirs` is to be kept. Once asked for, that stays, however often the words are placed anew: what
 * an earlier merge did not take over must not be lost by a later one that is clean. A text that was to be kept
 * in any case is the other side of a conflict from the first overlap on: somebody has to look at it.
 */
export function placeUpon(
  sent: { base: string | undefined; mine: string; theirs: string | undefined; keep: KeptText | undefined },
  keepAs: KeepAs,
): { text: string; base: string; keep?: KeptText } | null {
  const { base, mine, theirs, keep } = sent;
  if (theirs === undefined || base === undefined || base === theirs) return null;
  const { text, overlaps } = placeText('merge', { base, mine, theirs });
  const kept = overlaps && keep?.conflict !== 'unreviewed' ? { ...keepAs(), ...idOf(keep) } : keep;
  return { text, base: theirs, ...(kept === undefined ? {} : { keep: kept }) };
}

/** The version that was named stays the one: later changes may be about it. */
function idOf(keep: KeptText | undefined): Pick<KeptText, 'id'> | undefined {
  return keep && { id: keep.id };
}
