import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { startCuttingProxy } from '../../testing/cutting-proxy.ts';
import { postgresUrl } from '../../testing/postgres/test-postgres.ts';
import { DatabaseUnavailable } from '../failures/database-unavailable.ts';
import { createNodeConnection } from './node-connection.ts';

afterEach(() => vi.useRealTimers());

/** PostgreSQL listens on such a channel by its first 63 letters, and refuses to notify it. */
const unusable = `channel ${'x'.repeat(70)}`;

async function opened(channel: string, url?: string) {
  const reached = url ?? (await postgresUrl());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let connects = 0;
  let missed = 0;
  let lost = Promise.withResolvers<void>();
  const connection = createNodeConnection({
    connect() {
      connects += 1;
      return new pg.Client({ connectionString: reached, pipeline: true });
    },
    channel,
    onLine() {},
    onMissed() {
      missed += 1;
    },
    onLost() {
      lost.resolve();
      lost = Promise.withResolvers();
    },
    onSilence() {},
  });
  await connection.open();
  return { connection, connects: () => connects, missed: () => missed, lost: () => lost.promise };
}

test('a connection that is lost as soon as it is made is made again after pauses that grow to five seconds', async () => {
  const { connection, connects, lost } = await opened(unusable);
  const first = lost();
  connection.notify('a');
  await first;
  const second = lost();
  await vi.advanceTimersByTimeAsync(0);
  await second;
  for (const pause of [200, 400, 800, 1_600, 3_200, 5_000, 5_000]) {
    const before = connects();
    await vi.advanceTimersByTimeAsync(pause - 1);
    expect(connects()).toBe(before);
    const again = lost();
    await vi.advanceTimersByTimeAsync(1);
    expect(connects()).toBe(before + 1);
    await again;
  }
  await connection.close();
});

test('a connection that is closed while it is lost is not made again', async () => {
  const { connection, connects, lost, missed } = await opened(unusable);
  const first = lost();
  connection.notify('a');
  await first;
  await expect(connection.query('SELECT 1', [])).rejects.toThrow(DatabaseUnavailable);
  await connection.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([connects(), missed()]).toEqual([1, 0]);
});

test('what is under way upon a connection that is silently dead fails with the beat that is not answered', async () => {
  const url = await postgresUrl();
  const proxy = await startCuttingProxy(url);
  const { connection } = await opened('silent', proxy.through(url));
  const settings = await connection.query("SELECT current_setting('tcp_user_timeout') AS timeout", []);
  expect(settings).toEqual([{ timeout: '25000' }]);
  proxy.silence();
  const asked = connection.query('SELECT 1', []).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(10_000 + 15_000);
  expect(await asked).toBeInstanceOf(DatabaseUnavailable);
  await connection.close();
  await proxy.close();
});
