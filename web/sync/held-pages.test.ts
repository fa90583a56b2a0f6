import { describe, expect, test } from 'vitest';
import type { Answer } from '#shared/sync/classify-answer.ts';
import type { Change } from '#shared/sync/wire.ts';
import { type Library, readCursor } from '../data/database/library.ts';
import { outlineOf } from '../data/queries/queries.ts';
import type { ApiRequest } from '../platform/api-client.ts';
import { answered, now, openedLibrary } from './library-scene.ts';
import { createLink } from './link.ts';
import { rejoin } from './rejoin.ts';
import type { RoundDeps, RoundResult } from './round.ts';
import { syncRound } from './sync-round.ts';

const perPage = 10;
const made = (id: number, seq: number): Change => ({
  ...{ type: 'project', id, seq, rev: 1 },
  row: { id, name: `P${id}`, color: 'red', createdAt: '2026-01-01T00:00:00.000Z' },
});
const gone = (id: number, seq: number): Change => ({ type: 'project', id, seq, rev: 2, deleted: true });

/** A feed in pages of ten; each n-th request is lost on a link that breaks off. */
function feedOf(changes: Change[], { losesEach = Number.POSITIVE_INFINITY, epoch = 'e' } = {}) {
  const asked: string[] = [];
  const send = async ({ path }: ApiRequest): Promise<Answer> => {
    asked.push(path);
    if (asked.length % losesEach === 0) return null;
    const since = /since=(\w+)\.(\d+)/.exec(path);
    if (since !== null && since[1] !== epoch) return answered({ code: 'cursor_reset' }, 410);
    const after = changes.filter(({ seq }) => seq > Number(since?.[2] ?? 0));
    const page = after.slice(0, perPage);
    const more = after.length > perPage;
    const cursor = `${epoch}.${page.at(-1)?.seq ?? since?.[2] ?? 0}`;
    return answered({ cursor, more, changes: page });
  };
  return { send, asked };
}

const device = (library: Library, send: RoundDeps['send'], link = createLink()) => {
  const deps = { library, send, now, device: 'test', link };
  return {
    round: (options: Partial<RoundDeps> = {}) => syncRound({ ...deps, ...options }),
    rejoin: () => rejoin(deps, 'server'),
  };
};
const ids = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);
const names = async (library: Library) => (await outlineOf(library)).projects.length;

/** A device that knows these projects, up to that place in the feed. */
async function knowing(count: number): Promise<Library> {
  const library = await openedLibrary();
  const { send } = feedOf(ids(1, count).map((id) => made(id, id)));
  expect(await device(library, send).round()).toEqual({ kind: 'done' });
  return library;
}

async function roundsUntil(round: () => Promise<RoundResult>, most: number) {
  const results: RoundResult[] = [];
  do results.push(await round());
  while (results.at(-1)?.kind === 'again' && results.length < most);
  return { last: results.at(-1), rounds: results.length };
}

describe('a backlog of 20 pages that begins with a deletion, over a link that loses each sixth request', () => {
  const backlog = [gone(1, 101), ...ids(201, 199).map((id, index) => made(id, 102 + index))];

  test('is received in as few rounds as without the deletion, and no page twice', async () => {
    const library = await knowing(40);
    const { send, asked } = feedOf(backlog, { losesEach: 6 });
    const { last, rounds } = await roundsUntil(device(library, send).round, 30);
    expect(last).toEqual({ kind: 'done' });
    expect(rounds).toBeLessThanOrEqual(5);
    expect(asked.length).toBeLessThanOrEqual(25);
    expect(await names(library)).toBe(39 + 199);
    expect(await readCursor(library)).toEqual({ epoch: 'e', seq: 300 });
    expect(await library.db.heldPages.count()).toBe(0);
  });

  test('shows nothing of it before its end, and counts as progress', async () => {
    const library = await knowing(40);
    const { send } = feedOf(backlog, { losesEach: 6 });
    expect(await device(library, send).round()).toMatchObject({ kind: 'again', hasProgressed: true });
    expect([await names(library), await readCursor(library)]).toEqual([40, { epoch: 'e', seq: 40 }]);
  });

  test('goes on after a reload where it broke off', async () => {
    const library = await knowing(40);
    const { send, asked } = feedOf(backlog, { losesEach: 6 });
    await device(library, send).round();
    await device(library, send).round();
    expect(asked[6]).toContain('since=e.150');
  });
});

describe('a backlog that removes much, over a link that breaks off', () => {
  const removals = ids(1, 40).map((id) => gone(id, 100 + id));

  test('asks a person once it is known, and takes nothing away', async () => {
    const library = await knowing(60);
    const { send } = feedOf(removals, { losesEach: 3 });
    const { last } = await roundsUntil(device(library, send).round, 10);
    expect(last).toEqual({ kind: 'asks', reason: 'removals' });
    expect(await names(library)).toBe(60);
  });

  test('is applied from what is here already once the person has agreed', async () => {
    const library = await knowing(60);
    const { send, asked } = feedOf(removals);
    const { round } = device(library, send);
    expect(await round()).toEqual({ kind: 'asks', reason: 'removals' });
    expect(await round()).toEqual({ kind: 'asks', reason: 'removals' });
    expect(await round({ allowRemovals: true })).toEqual({ kind: 'done' });
    expect(await names(library)).toBe(20);
    // The last one asks for what came since.
    expect(asked).toHaveLength(5);
    expect(asked[4]).toContain('since=e.140');
  });

  test('is put in place once the person has agreed, and what came since is read in the same round', async () => {
    const library = await knowing(60);
    expect(await device(library, feedOf(removals).send).round()).toEqual({
      kind: 'asks',
      reason: 'removals',
    });
    const { send } = feedOf([...removals, made(201, 141)]);
    expect(await device(library, send).round({ allowRemovals: true })).toEqual({ kind: 'done' });
    expect(await names(library)).toBe(21);
    expect(await readCursor(library)).toEqual({ epoch: 'e', seq: 141 });
  });

  test('is not applied where the server has another history by then', async () => {
    const library = await knowing(60);
    await roundsUntil(device(library, feedOf(removals, { losesEach: 3 }).send).round, 1);
    expect(await library.db.heldPages.count()).toBe(2);
    const other = feedOf([made(7, 1)], { epoch: 'new' });
    expect(await device(library, other.send).round()).toEqual({ kind: 'asks', reason: 'reset' });
    expect(await device(library, other.send).rejoin()).toEqual({ kind: 'done' });
    expect(await names(library)).toBe(1);
    expect(await library.db.heldPages.count()).toBe(0);
  });
});

describe('a whole feed that is read after a reset', () => {
  const feed = ids(1, 60).map((id) => made(id, id));

  test('is kept across a link that breaks off', async () => {
    const library = await openedLibrary();
    const { send, asked } = feedOf(feed, { losesEach: 3 });
    const { rounds } = await roundsUntil(device(library, send).rejoin, 10);
    expect(await names(library)).toBe(60);
    expect(rounds).toBe(3);
    expect(asked).toHaveLength(8);
  });

  test('is read anew where the server was put back once more meanwhile', async () => {
    const library = await openedLibrary();
    await device(library, feedOf(feed, { losesEach: 3 }).send).rejoin();
    const other = feedOf([made(7, 1)], { epoch: 'new' });
    expect(await device(library, other.send).rejoin()).toEqual({ kind: 'asks', reason: 'reset' });
    expect(await device(library, other.send).rejoin()).toEqual({ kind: 'done' });
    expect(await names(library)).toBe(1);
  });
});
