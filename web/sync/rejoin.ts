/**
 * After the server's history turned out to be another one: reads its whole feed, and lets the database take
 * it over as a person has decided. Whatever goes wrong on the way changes nothing.
 */
import { type Change, parseCursor } from '#shared/sync/wire.ts';
import type { Cursor } from '../data/library.ts';
import { takeOverFeed } from '../data/take-over-feed.ts';
import type { WhoseWords } from '../data/take-over-plan.ts';
import { readPage } from './pull-changes.ts';
import type { RoundDeps, RoundResult } from './round.ts';

export async function rejoin(deps: RoundDeps, keep: WhoseWords): Promise<RoundResult> {
  const changes: Change[] = [];
  for (let from: Cursor | undefined; ; ) {
    const read = await readPage(deps, from, true);
    if (read.kind !== 'page') return read;
    changes.push(...read.page.changes);
    const cursor = parseCursor(read.page.cursor);
    if (cursor === null) return { kind: 'again', afterMs: null, reason: 'server' };
    from = cursor;
    if (read.page.more) continue;
    await takeOverFeed(deps.library, { changes, cursor, keep });
    return { kind: 'done' };
  }
}
