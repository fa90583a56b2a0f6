/** Nothing that happens often costs more because more waits. Rows are counted, not time. */
import { describe, expect, test } from 'vitest';
import type { ArgsOf, MutationName } from '#shared/mutations/registry.ts';
import type { Change } from '#shared/sync/wire.ts';
import { commit } from '../commit/commit.ts';
import { ManyCommits } from '../commit/commit-many.ts';
import type { Library } from '../database/library.ts';
import { unsentCounts } from '../queries/queries.ts';
import { discardEntry, outboxItems, retryEntry } from '../review/outbox-acts.ts';
import { countedRows, type RowCounts } from '../testing/counted-rows-scene.ts';
import { openedLibrary, projectChange, promptChange, pullPage } from '../testing/server-rows-scene.ts';
import { markBlocked } from './blocked-entries.ts';
import { outboxCounts } from './outbox-counts.ts';
import { headsIn } from './outbox-lookups.ts';
import { settleAnswer, takeBatch } from './outbox-store.ts';

/** A library in which so many new prompts of one project wait to be sent. */
async function waiting(count: number): Promise<Library> {
  const library = await openedLibrary();
  await pullPage(library, [projectChange(), promptChange()]);
  const { db } = library;
  await db.transaction('rw', db.everything, async () => {
    const many = new ManyCommits(library);
    const created = Array.from({ length: count }, (_, index) => index + 100);
    await many.readAhead([
      { kind: 'row', ref: { type: 'project', id: 5 } },
      ...created.map((id) => ({ kind: 'row', ref: { type: 'prompt', id } }) as const),
    ]);
    for (const id of created) many.add('createPrompt', { id, projectId: 5, title: 'T', content: 'text' });
    await many.write();
  });
  return library;
}

/** Returns the cost of this with 10 pending changes, and with 1,000. */
async function costs(act: (library: Library) => Promise<unknown>): Promise<[RowCounts, RowCounts]> {
  const cost = async (count: number) => {
    const library = await waiting(count);
    const counted = await countedRows(library);
    return counted(() => act(library));
  };
  return [await cost(10), await cost(1_000)];
}

test.each<[MutationName, ArgsOf<MutationName>]>([
  ['createPrompt', { id: 2, projectId: 5, title: 'T', content: 'new' }],
  ['setContent', { id: 1, content: 'a b', base: 'a' }],
  ['setContent', { id: 100, content: 'text, and more', base: 'text' }],
  ['updatePrompt', { id: 1, title: 'N' }],
  ['saveVersion', { promptId: 1, id: 9, content: 'v', description: 'd' }],
  ['setUiState', { stateKey: 'open_prompt_ids', stateValue: [1] }],
  ['deletePrompt', { id: 1 }],
])('%s costs as much with 1,000 changes waiting as with 10', async (name, args) => {
  const [few, many] = await costs(async (library) => {
    expect(await commit(library, name, args)).toEqual({ ok: true });
  });
  expect(many).toEqual(few);
});

test('the counts of the chip cost as much with 1,000 changes waiting as with 10', async () => {
  const [few, many] = await costs(unsentCounts);
  expect(many).toEqual(few);
});

test('the list of the sync centre reads the texts of what it names, whatever else waits', async () => {
  const [few, many] = await costs((library) => outboxItems(library, 5));
  expect(many).toEqual(few);
  expect(many.outboxArgs).toEqual({ read: 5, written: 0 });
});

test('a second autosave joins the first at the same cost, whatever waits', async () => {
  const [few, many] = await costs(async (library) => {
    await commit(library, 'setContent', { id: 1, content: 'a b', base: 'a' });
    await commit(library, 'setContent', { id: 1, content: 'a b c', base: 'a b' });
  });
  expect(many).toEqual(few);
});

describe('a batch', () => {
  test('reads no more entries with 1,000 waiting than with 10, and the texts of those that it carries', async () => {
    const costsOfBatches = await costs((library) => takeBatch(library, { mutations: 5 }));
    for (const { outbox } of costsOfBatches) expect(outbox?.read).toBeLessThan(30);
    const [few, many] = costsOfBatches;
    expect(many.outbox?.written).toBe(few.outbox?.written);
    expect(many.outboxArgs).toEqual({ read: 5, written: 0 });
  });

  test('is taken and settled again and again at the same cost, so that draining is linear', async () => {
    const library = await waiting(400);
    const counted = await countedRows(library);
    const reads: number[] = [];
    for (let turn = 0; turn < 8; turn += 1) {
      const rows = await counted(async () => {
        const batch = await takeBatch(library, { mutations: 50 });
        const results = (batch?.mutations ?? []).map(({ key }) => ({ key, status: 201, seq: 20, revs: {} }));
        expect(results).toHaveLength(50);
        await settleAnswer(library, { seq: 20, results });
      });
      reads.push(rows.outbox?.read ?? 0);
    }
    expect(Math.max(...reads)).toBeLessThanOrEqual(Math.max(reads[0] ?? 0, 450));
    expect(await takeBatch(library)).toBeNull();
  });

  test('passes over what is held behind a refused change', async () => {
    const library = await openedLibrary();
    await commit(library, 'createProject', { id: 5, name: 'P', color: 'red' });
    for (let id = 1; id <= 30; id += 1)
      await commit(library, 'createPrompt', { id, projectId: 5, title: 'T', content: 'held' });
    await commit(library, 'createProject', { id: 6, name: 'Q', color: 'red' });
    await library.db.outbox.update(1, { state: 'refused', problem: { code: 'invalid_fields' } });
    await markBlocked(library.db);
    expect(await outboxCounts(library)).toMatchObject({ waiting: 1, refused: 31 });
    expect((await takeBatch(library, { mutations: 5 }))?.mutations).toMatchObject([{ body: { id: 6 } }]);
  });
});

describe('behind a refused creation', () => {
  /** A new project was refused in which so many new prompts wait; and there is another project. */
  async function held(count: number): Promise<Library> {
    const library = await openedLibrary();
    await pullPage(library, [projectChange({ id: 6 })]);
    const { db } = library;
    await db.transaction('rw', db.everything, async () => {
      const many = new ManyCommits(library);
      const created = Array.from({ length: count }, (_, index) => index + 100);
      await many.readAhead([
        { kind: 'row', ref: { type: 'project', id: 5 } },
        ...created.map((id) => ({ kind: 'row', ref: { type: 'prompt', id } }) as const),
      ]);
      many.add('createProject', { id: 5, name: 'P', color: 'red' });
      for (const id of created) many.add('createPrompt', { id, projectId: 5, title: 'T', content: 'text' });
      await many.write();
    });
    const batch = await takeBatch(library, { mutations: 1 });
    const key = batch?.mutations[0]?.key ?? '';
    const body = { code: 'invalid_fields' };
    await settleAnswer(library, { seq: 20, results: [{ key, status: 422, body }] });
    expect(await outboxCounts(library)).toMatchObject({ waiting: 0, refused: 1 + count });
    await commit(library, 'createPrompt', { id: 1, projectId: 6, title: 'T', content: 'free' });
    return library;
  }

  test.each<[string, (library: Library) => Promise<unknown>]>([
    ['a count', outboxCounts],
    ['a batch', (library) => takeBatch(library)],
    ['a new change', (library) => commit(library, 'setContent', { id: 1, content: 'a b', base: 'free' })],
    [
      'a new change that is held',
      (library) => commit(library, 'createPrompt', { id: 2, projectId: 5, title: 'T', content: 'x' }),
    ],
    ['the list of the sync centre', (library) => outboxItems(library, 5)],
  ])('%s reads as little with 1,000 held changes as with 100', async (_name, act) => {
    const cost = async (library: Library) => (await countedRows(library))(() => act(library));
    expect(await cost(await held(1_000))).toEqual(await cost(await held(100)));
  });

  test('what waits is counted with the oldest of it, and goes out alone', async () => {
    const library = await held(10);
    expect(await outboxCounts(library)).toMatchObject({ waiting: 1, refused: 11 });
    expect((await takeBatch(library))?.mutations).toMatchObject([{ body: { id: 1 } }]);
  });

  test.each(['retried', 'discarded'])('%s, it holds nothing any more', async (how) => {
    const library = await held(10);
    const [refused] = await headsIn(library.db, 'refused');
    const position = refused?.position ?? 0;
    await (how === 'retried' ? retryEntry(library, position) : discardEntry(library, position));
    const left = how === 'retried' ? 12 : 1;
    expect(await outboxCounts(library)).toMatchObject({ waiting: left, refused: 0 });
    expect((await takeBatch(library))?.mutations).toHaveLength(left);
  });
});

describe('a page of the feed', () => {
  /** Five of the new prompts are sent and accepted. */
  async function accepted(library: Library): Promise<Change[]> {
    const batch = await takeBatch(library, { mutations: 5 });
    const keys = (batch?.mutations ?? []).map(({ key }) => key);
    const results = keys.map((key, index) => {
      return { key, status: 201, seq: 20 + index, revs: { [`prompt:${100 + index}`]: 1 } };
    });
    await settleAnswer(library, { seq: 24, results });
    return keys.map((key, index) => {
      const { content: _content, ...row } = promptChange({ id: 100 + index }).row ?? {};
      const acknowledgedAs = { seq: 20 + index, rev: 1, ownNumber: Number(key.split(':').at(-1)) };
      return { ...promptChange({ id: 100 + index }, acknowledgedAs), row };
    });
  }

  async function costsOf(count: number, changes: (own: Change[]) => Change[]): Promise<RowCounts> {
    const library = await waiting(count);
    const own = await accepted(library);
    const counted = await countedRows(library);
    return counted(() => pullPage(library, changes(own), 24));
  }

  test('that brings back own changes costs no more with 1,000 waiting than with 100', async () => {
    const [few, many] = [await costsOf(100, (own) => own), await costsOf(1_000, (own) => own)];
    expect(many.outboxArgs).toEqual({ read: few.outboxArgs?.read, written: 5 });
    expect(many.outbox?.written).toBe(few.outbox?.written);
    expect(many.outbox?.read).toBeLessThan(200);
    expect(many.prompts).toEqual(few.prompts);
    expect(many.confirmed).toEqual(few.confirmed);
  });

  test('about a project reads none of the prompts that wait to be made in it', async () => {
    const renamed = projectChange({ name: 'N' }, { seq: 24, rev: 2 });
    const { outbox, outboxArgs } = await costsOf(1_000, () => [renamed]);
    // The five that were accepted have an end here.
    expect(outboxArgs?.read).toBe(5);
    expect(outbox?.read).toBeLessThan(200);
  });
});
