import { type ChangesPage, parseCursor } from './wire.ts';

/**
 * Returns whether a page leads on from a place in the feed: further, into a later epoch too, or at the end of the feed
 * to the same place. A server whose history is another one answers 410 instead of a page.
 */
export function continuesFeed(
  page: Pick<ChangesPage, 'cursor' | 'more'>,
  from: { epoch: string; seq: number } | undefined,
): boolean {
  const to = parseCursor(page.cursor);
  if (to === null) return false;
  if (from === undefined) return true;
  return to.seq > from.seq || (!page.more && to.seq === from.seq && to.epoch === from.epoch);
}
