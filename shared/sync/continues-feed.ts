import { type ChangesPage, parseCursor } from './wire.ts';

/**
 * Whether a page leads on from a place in the feed. A server whose feed is another one by now says 410, and one that
 * has more to say gets further: a page that leads elsewhere, back, or nowhere is no answer of its.
 */
export function continuesFeed(
  page: Pick<ChangesPage, 'cursor' | 'more'>,
  from: { epoch: string; seq: number } | undefined,
): boolean {
  const to = parseCursor(page.cursor);
  if (to === null) return false;
  if (from === undefined) return true;
  return to.epoch === from.epoch && (page.more ? to.seq > from.seq : to.seq >= from.seq);
}
