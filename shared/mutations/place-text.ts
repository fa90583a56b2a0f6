import { mergeText } from '#shared/merge/merge-text.ts';
import { storable } from '#shared/model/text.ts';
import type { ApplyContext } from './mutation.ts';
import { type PreserveAs, type PreservedText, preservedOver } from './preserved-text.ts';
import type { RowSet } from './row-set.ts';

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
  // A row of an earlier release may hold what is refused today.
  return { text: storable(merged.text), overlaps: merged.overlap };
}

/**
 * The same for words that are about to be sent: they are put upon `theirs`, and where they overlap they take
 * along how `theirs` is to be kept. Once asked for, that stays, however often the words are placed anew: what
 * an earlier merge did not take over must not be lost by a later one that is clean. A text that was to be kept
 * in any case is the other side of a conflict from the first overlap on: somebody has to look at it.
 */
export function placeUpon(
  sent: {
    base: string | undefined;
    mine: string;
    theirs: string | undefined;
    preserve: PreservedText | undefined;
    rows: RowSet;
  },
  preserveAs: PreserveAs,
): { text: string; base: string; preserve?: PreservedText } | null {
  const { base, mine, theirs, preserve, rows } = sent;
  if (theirs === undefined || base === undefined || base === theirs) return null;
  const { text, overlaps } = placeText('merge', { base, mine, theirs });
  const kept = overlaps ? preservedAs(preserve, rows, preserveAs) : preserve;
  return { text, base: theirs, ...(kept === undefined ? {} : { preserve: kept }) };
}

/**
 * The same for a prompt's current text. Where a conflict version says what these words were written upon, the
 * other side has typed further since, and so has this one: the version keeps the newer of its texts.
 *
 * Not where the merge took over parts of the other text, at first or when the words are placed anew: what they
 * replaced may be in that version alone. Nor where the change keeps a text already: then it was not written upon
 * `base`, or a person wants that one kept.
 */
export function placeUponCurrent(
  sent: Parameters<typeof placeUpon>[0] & { promptId: number },
  preserveAs: PreserveAs,
): ReturnType<typeof placeUpon> {
  const { rows, promptId, base } = sent;
  const placed = placeUpon(sent, preserveAs);
  if (placed?.preserve?.conflict !== 'unreviewed' || base === undefined) return placed;
  const { over: known, ...preserve } = placed.preserve;
  if (placed.text !== sent.mine) return { ...placed, preserve };
  const upon = sent.preserve === undefined ? base : null;
  const over = preservedOver(rows, { promptId, upon, known });
  return { ...placed, preserve: over === undefined ? preserve : { ...preserve, over } };
}

/**
 * Returns how the other side of an overlap is preserved. The version that was named stays the one, since later changes
 * may be about it; but one that exists already has another text: the change was done before, and its answer was lost.
 */
function preservedAs(
  preserve: PreservedText | undefined,
  rows: RowSet,
  preserveAs: PreserveAs,
): PreservedText {
  if (preserve === undefined || rows.stored('version', preserve.id) !== undefined) return preserveAs();
  return preserve.conflict === 'unreviewed' ? preserve : { ...preserveAs(), id: preserve.id };
}
