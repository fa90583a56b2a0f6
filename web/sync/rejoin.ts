/**
 * After the server's history turned out to be another one: reads its whole feed, and lets the database take
 * it over as a person has decided. Whatever goes wrong on the way changes nothing, and what was read is kept: the
 * next try goes on behind it.
 */
import { parseCursor } from '#shared/sync/wire.ts';
import { accountOf } from '../data/database/account.ts';
import { allHeldPages, dropHeldPages, holdPage, placeAfter, readHeldFeed } from '../data/feed/held-pages.ts';
import { takeOverFeed } from '../data/take-over/take-over-feed.ts';
import { endTakeOver, unfinishedTakeOver, type WhoseWords } from '../data/take-over/take-over-plan.ts';
import { readPage } from './pull-changes.ts';
import type { RoundDeps, RoundResult } from './round.ts';

export async function rejoin(deps: RoundDeps, keep: WhoseWords): Promise<RoundResult> {
  const { library } = deps;
  const unfinished = await unfinishedTakeOver(library);
  for (let hasProgressed = false; ; hasProgressed = true) {
    const held = await readHeldFeed(library, 'rejoin');
    if (held?.more === false) break;
    const after = placeAfter(held);
    const read = await readPage(deps, after, {
      account: await accountOf(library),
      known: unfinished?.cursor,
      wholeRows: true,
      isCounted: false,
    });
    if (read.kind !== 'page') {
      // The feed that was read or taken over in part is not the server's any more.
      if (read.kind === 'asks') {
        await dropHeldPages(library.db);
        await endTakeOver(library);
      }
      return read.kind === 'again' && hasProgressed ? { ...read, hasProgressed } : read;
    }
    await holdPage(library, read.page, { purpose: 'rejoin', after, removed: 0, wholeRows: true });
  }
  const pages = await allHeldPages(library);
  const cursor = parseCursor(pages.at(-1)?.cursor ?? '');
  if (cursor === null) return { kind: 'again', afterMs: null, reason: 'server' };
  await takeOverFeed(library, { changes: pages.flatMap(({ changes }) => changes), cursor, keep });
  await dropHeldPages(library.db);
  return { kind: 'done' };
}
