/** Tests what two nodes of one PostgreSQL do one at a time; the second reaches it through a proxy that cuts its connections. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type CuttingProxy, startCuttingProxy } from '../../testing/cutting-proxy.ts';
import { postgresUrl, type TestSchema, TestSchemas } from '../../testing/postgres/test-postgres.ts';
import { DatabaseUnavailable } from '../failures/database-unavailable.ts';
import type { Nodes } from '../ports/nodes-port.ts';
import { turnsSuite } from '../ports/turns-suite.ts';
import { openNodes } from './nodes.ts';
import { type OpenPostgres, openPostgres } from './open-postgres.ts';

const schemas = new TestSchemas();
let url = '';
let proxy: CuttingProxy;
let schema: TestSchema;
let through: OpenPostgres;
let near: Nodes & { close(): Promise<void> };
let far: typeof near;
beforeAll(async () => {
  url = await postgresUrl();
  proxy = await startCuttingProxy(url);
});
beforeEach(async () => {
  schema = await schemas.take();
  through = await openPostgres({
    ...{ url: proxy.through(url), now: () => 0, connections: 2, schema: schema.schema },
  });
  [near, far] = await Promise.all([openNodes(schema.database), openNodes(through)]);
});
afterEach(async () => {
  proxy.letIn();
  await Promise.all([near.close(), far.close()]);
  await through.close();
  schema.release();
});
afterAll(async () => {
  await proxy.close();
  await schemas.close();
});

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve());
  });

describe('turns on one node', () => turnsSuite(() => near.turn));

test('a node that waits for a turn asks the holder on another one to stop, and has it when that one has', async () => {
  const order: string[] = [];
  const first = await near.turn('a b');
  const other = await far.turn('b');
  const second = far.turn('a b').then((turn) => {
    order.push('second');
    return turn;
  });
  await aborted(first.overtaken);
  order.push('first ends');
  first[Symbol.dispose]();
  const turn = await second;
  expect(order).toEqual(['first ends', 'second']);
  expect([turn.overtaken.aborted, other.overtaken.aborted]).toEqual([false, false]);
  const back = near.turn('a b');
  await aborted(turn.overtaken);
  turn[Symbol.dispose]();
  (await back)[Symbol.dispose]();
  other[Symbol.dispose]();
});

test('who has waited a minute for the turn of another node is refused, and those behind come next', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const held = await near.turn('a');
    const waiting = far.turn('a').catch((error: unknown) => error);
    await aborted(held.overtaken);
    vi.advanceTimersByTime(61_000);
    expect(await waiting).toBeInstanceOf(DatabaseUnavailable);
    held[Symbol.dispose]();
    (await far.turn('a'))[Symbol.dispose]();
  } finally {
    vi.useRealTimers();
  }
});

test('of many turns on both nodes no two are at the same time', async () => {
  let holders = 0;
  const most: number[] = [];
  await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      using _turn = await (index % 2 === 0 ? near : far).turn('a');
      holders += 1;
      most.push(holders);
      await schema.database.pool.query('SELECT 1');
      holders -= 1;
    }),
  );
  expect(most).toEqual(Array.from({ length: 20 }, () => 1));
});

test('the turn of a node whose connection is gone is free, and that node is asked to stop', async () => {
  const lost = await far.turn('a');
  proxy.cutAll();
  (await near.turn('a'))[Symbol.dispose]();
  await aborted(lost.overtaken);
  const back = new Promise((resolve) => far.listen(resolve));
  proxy.letIn();
  await back;
  lost[Symbol.dispose]();
  (await far.turn('a'))[Symbol.dispose]();
  (await near.turn('a'))[Symbol.dispose]();
});

test('a task is done by one node, and by the other not once more', async () => {
  const done: string[] = [];
  const task = (since: number, at: number) => ({ name: 't', since, at });
  const { promise, resolve } = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const first = near.once(task(5, 10), async () => {
    done.push('near');
    started.resolve();
    await promise;
  });
  await started.promise;
  const again = near.once(task(5, 10), async () => void done.push('near again'));
  expect(await again).toBe('busy');
  const other = await far.once({ ...task(5, 10), name: 'other' }, async () => void done.push('other'));
  expect(other).toBe('done');
  expect(await far.once(task(5, 11), async () => void done.push('far'))).toBe('busy');
  resolve();
  expect(await first).toBe('done');
  expect(await far.once(task(5, 11), async () => void done.push('far'))).toBe('done_before');
  expect(await far.once(task(11, 20), async () => void done.push('next'))).toBe('done');
  expect(done).toEqual(['near', 'other', 'next']);
});

test('a task that failed, or whose node is gone, is done by another; so is one of a clock that was wrong', async () => {
  const task = { name: 't', since: 5, at: 10 };
  const failing = near.once(task, () => Promise.reject(new Error('no room')));
  await expect(failing).rejects.toThrow('no room');
  const started = Promise.withResolvers<void>();
  const gone = far.once(task, async () => {
    started.resolve();
    await new Promise(() => {});
  });
  await started.promise;
  expect(await near.once(task, async () => {})).toBe('busy');
  await schema.database.pool.query(
    `SELECT pg_terminate_backend(pid, 10000) FROM pg_locks WHERE locktype = 'advisory' AND granted
      AND pid IN (SELECT pid FROM pg_stat_activity WHERE application_name = 'promptory')
      AND ((classid::bigint << 32) | objid::bigint) = hashtextextended('promptory ' || current_schema()::regnamespace::oid || ' task t', 0)`,
  );
  expect(await near.once({ ...task, at: 1e12 }, async () => {})).toBe('done');
  expect(await near.once(task, async () => {})).toBe('done');
  expect(await near.once(task, async () => {})).toBe('done_before');
  void gone;
});
