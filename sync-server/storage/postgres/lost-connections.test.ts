import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type CuttingProxy, startCuttingProxy } from '../../testing/cutting-proxy.ts';
import { postgresUrl, TestSchemas } from '../../testing/postgres/test-postgres.ts';
import { WorkingCopy } from '../change/working-copy.ts';
import { DatabaseUnavailable } from '../failures/database-unavailable.ts';
import type { Part } from '../ports/library-transaction.ts';
import { plain, project, row, touching, write } from '../ports/storage-scene.ts';
import { createLibraryStorage } from './library-storage.ts';
import { openPostgres } from './open-postgres.ts';
import { createTransactions } from './transactions.ts';

const schemas = new TestSchemas();
let url = '';
let proxy: CuttingProxy;
beforeAll(async () => {
  url = await postgresUrl();
  proxy = await startCuttingProxy(url);
});
afterAll(async () => {
  await proxy.close();
  await schemas.close();
});

const ada = 1;

/** A storage that reaches its database through the proxy, and one that does not. */
async function open() {
  const { database, schema, release } = await schemas.take();
  await database.pool.query(`INSERT INTO users (id, username, username_key, display_name, password_hash, created_at)
    VALUES (${ada}, 'ada', 'ada', 'Ada', '', 0)`);
  const far = await openPostgres({ url: proxy.through(url), now: () => 0, connections: 2, schema });
  return {
    storage: createLibraryStorage(createTransactions(far.pool)),
    direct: createLibraryStorage(createTransactions(database.pool)),
    async [Symbol.asyncDispose]() {
      await far.close();
      release();
    },
  };
}

/** Puts the project under a key, or repeats what is stored under it, as a push does. */
function once(
  { storage }: { storage: ReturnType<typeof createLibraryStorage> },
  id: number,
  number: number | null,
  onDecide = () => {},
) {
  const key = number === null ? null : { client: 'c1', number };
  const part: Part = { ...touching(row({ type: 'project', id })), key };
  let decided = 0;
  const done = storage.transact(ada, {
    gather: { parts: [part] },
    decide(gathered) {
      decided += 1;
      onDecide();
      const copy = new WorkingCopy(gathered);
      const known = key === null ? undefined : copy.answerTo(key)?.answer;
      if (known !== undefined) return { changes: copy.changes(), result: known };
      const answer = `project ${id} is new`;
      write(copy, [project(id)], { ...plain, by: key });
      if (key !== null) copy.storeAnswer(key, { requestHash: 'h', answer });
      return { changes: copy.changes(), result: answer };
    },
  });
  return { done, decided: () => decided };
}

test.each(['before', 'after'] as const)(
  'a connection that is cut %s a COMMIT is done: what has a key is done once, and nobody notices',
  async (when) => {
    await using scene = await open();
    const before = proxy.cuts();
    for (let number = 1; number <= 10; number += 1) {
      proxy.cutAtCommit(when);
      const { done, decided } = once(scene, number, number);
      expect(await done).toBe(`project ${number} is new`);
      expect(decided()).toBe(2);
      expect(await scene.direct.latestSeq(ada)).toBe(number);
    }
    expect(proxy.cuts() - before).toBe(10);
  },
);

test('a connection that is lost while several statements are under way fails all of them, and each is waited for', async () => {
  await using scene = await open();
  await once(scene, 1, 1).done;
  const part: Part = { ...touching(row({ type: 'prompt', id: 5 })), key: null };
  const before = proxy.held();
  proxy.silence();
  const done = scene.storage.transact(ada, {
    gather: { parts: [part] },
    decide: (gathered) => ({ changes: new WorkingCopy(gathered).changes(), result: gathered.parts }),
  });
  await expect.poll(proxy.held, { interval: 1 }).toBeGreaterThan(before);
  proxy.letIn();
  // A failure that nobody waits for would fail the run of these tests, and end a server.
  expect(await done).toBe(1);
});

test('what has no key and may have been done is an error, and is not done twice', async () => {
  await using scene = await open();
  proxy.cutAtCommit('after');
  const { done, decided } = once(scene, 1, null);
  await expect(done).rejects.toThrow(/a connection was lost/);
  expect(decided()).toBe(1);
  expect(await scene.direct.latestSeq(ada)).toBe(1);
});

test('what has a key and may have been done is the database being away where there is no time for another attempt', async () => {
  await using scene = await open();
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    proxy.cutAtCommit('after');
    const { done, decided } = once(scene, 1, 1, () => vi.advanceTimersByTime(11_000));
    await expect(done).rejects.toThrow(DatabaseUnavailable);
    expect(decided()).toBe(1);
  } finally {
    vi.useRealTimers();
  }
  expect(await once(scene, 1, 1).done).toBe('project 1 is new');
  expect(await scene.direct.latestSeq(ada)).toBe(1);
});

test('a read whose connection is cut is read once more', async () => {
  await using scene = await open();
  await once({ storage: scene.direct }, 1, 1).done;
  proxy.cutAtCommit('before');
  expect((await scene.storage.projects(ada, null)).rows).toHaveLength(1);
});

test('a database that stays away for some seconds is named as such', async () => {
  await using scene = await open();
  proxy.cutAll();
  await expect(scene.storage.projects(ada, null)).rejects.toThrow(DatabaseUnavailable);
  proxy.letIn();
  expect((await scene.storage.projects(ada, null)).rows).toEqual([]);
});
