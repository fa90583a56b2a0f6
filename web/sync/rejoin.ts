/**
 * After the server's history turned out to be another one: reads its whole feed, and lets the database take
 * it over as a person has decided. Whatever goes wrong on the way changes nothing.
 */
import { limits } from '#shared/model/limits.ts';
import { classifyRequest } from '#shared/sync/classify-answer.ts';
import { type Change, ChangesPage, parseCursor } from '#shared/sync/wire.ts';
import { takeOverFeed, type WhoseWords } from '../data/take-over-feed.ts';
import { failed, goesOn, headersOf, type RoundDeps, type RoundResult } from './sync-round.ts';

export async function rejoin(deps: RoundDeps, keep: WhoseWords): Promise<RoundResult> {
  const changes: Change[] = [];
  for (let since: string | undefined; ; ) {
    const query = new URLSearchParams({ limit: String(limits.changesPage), full: '1' });
    if (since !== undefined) query.set('since', since);
    const path = `/api/sync/changes?${query}`;
    const answer = await deps.send({ method: 'GET', path, headers: await headersOf(deps.library) });
    const outcome = classifyRequest(answer, deps.now());
    if (outcome.kind !== 'answered') return failed(outcome);
    const page = ChangesPage.safeParse(answer?.body);
    if (!page.success || !goesOn(page.data, parseCursor(since ?? '') ?? undefined)) {
      return { kind: 'again', afterMs: null, reason: 'server' };
    }
    changes.push(...page.data.changes);
    since = page.data.cursor;
    if (page.data.more) continue;
    const cursor = parseCursor(since);
    if (cursor === null) return { kind: 'again', afterMs: null, reason: 'server' };
    await takeOverFeed(deps.library, { changes, cursor, keep });
    return { kind: 'done' };
  }
}
