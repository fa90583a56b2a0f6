/**
 * Tests every implementation of `services/accounts/sessions.ts` on the real storage. The module that replaces Lucia one day
 * passes it unchanged (docs/decisions/007-lucia-behind-our-own-sessions.md).
 */
import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { SessionDependencies, Sessions } from '../services/accounts/sessions.ts';
import { openDatabase } from '../storage/sqlite/open-database.ts';
import { sqliteStorages } from '../storage/sqlite/sqlite-storages.ts';

const day = 24 * 60 * 60 * 1000;

export type OpenSessions = (dependencies: SessionDependencies) => Sessions;

async function sceneOf(open: OpenSessions) {
  const clock = { at: Date.parse('2030-05-01T00:00:00Z') };
  const now = () => clock.at;
  const database = openDatabase({ file: ':memory:', now });
  const user = { id: 41, username: 'Ada', displayName: 'Ada Lovelace' };
  const hidden = { usernameKey: 'ada', passwordHash: 'x', createdAt: 1, isAdmin: false };
  const { accounts, sessions: storage } = sqliteStorages(database);
  await accounts.addUser({ ...user, ...hidden }, { kind: 'open' });
  const disk = { isFull: false };
  async function unlessFull(write: () => Promise<void>): Promise<void> {
    if (disk.isFull) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    await write();
  }
  const onDisk: typeof storage = {
    ...storage,
    moveExpiry: (...move) => unlessFull(() => storage.moveExpiry(...move)),
    recordUse: (...use) => unlessFull(() => storage.recordUse(...use)),
  };
  const lifetime = { slidingMs: 30 * day, absoluteMs: 100 * day };
  const sessions = open({ storage: onDisk, lifetime, mostAtOnce: 3, now, randomBytes });
  const rows = () => database.connection.prepare('SELECT * FROM sessions').all();
  return { clock, database, disk, user, sessions, rows };
}

export function sessionsSuite(open: OpenSessions): void {
  const scene = () => sceneOf(open);

  test('a token has 256 random bits, and only its hash is stored', async () => {
    const { sessions, user, rows } = await scene();
    const token = await sessions.start(user.id, 'Firefox');
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(await sessions.find(token)).toEqual(user);
    const stored = JSON.stringify(rows());
    expect(stored).not.toContain(token);
    expect(stored).toContain(createHash('sha256').update(token).digest('hex'));
  });

  test('the stored hash is no token, and neither is anything else', async () => {
    const { sessions, user } = await scene();
    const token = await sessions.start(user.id, 'Firefox');
    const stored = createHash('sha256').update(token);
    for (const wrong of [stored.copy().digest('hex'), stored.digest('base64url'), '', 'x', `${token}x`]) {
      expect(await sessions.find(wrong)).toBeUndefined();
    }
  });

  test('a session that is not used for its sliding time is over', async () => {
    const { clock, sessions, user, rows } = await scene();
    const token = await sessions.start(user.id, 'Firefox');
    clock.at += 30 * day + 1000;
    expect(await sessions.find(token)).toBeUndefined();
    expect(rows()).toEqual([]);
  });

  test('use moves the end forward, though never past the absolute one', async () => {
    const { clock, sessions, user } = await scene();
    const token = await sessions.start(user.id, 'Firefox');
    const began = clock.at;
    while (clock.at < began + 99 * day) {
      expect(await sessions.find(token)).toEqual(user);
      clock.at += 9 * day;
    }
    clock.at = began + 100 * day + 1000;
    expect(await sessions.find(token)).toBeUndefined();
  });

  test('finding a session moves no end in the first half of its time, nor once it can slide no more', async () => {
    const { clock, sessions, user, rows } = await scene();
    const token = await sessions.start(user.id, 'Firefox');
    const end = () => rows().map((row) => Object(row).expires_at);
    const before = end();
    clock.at += 10 * day;
    await sessions.find(token);
    expect(end()).toEqual(before);
    for (let step = 0; step < 5; step += 1) {
      clock.at += 15 * day;
      await sessions.find(token);
    }
    const capped = end();
    expect(capped).not.toEqual(before);
    clock.at += 5 * day;
    expect(await sessions.find(token)).toEqual(user);
    expect(end()).toEqual(capped);
  });

  test('finding a session writes at most once an hour, when it was used', async () => {
    const { clock, database, sessions, user } = await scene();
    const token = await sessions.start(user.id, 'Firefox');
    const changes = () => Number(database.connection.prepare('SELECT total_changes()').pluck().get());
    const before = changes();
    for (let minute = 0; minute < 150; minute += 1) {
      await sessions.find(token);
      clock.at += day / 24 / 60;
    }
    expect(changes()).toBe(before + 2);
    const [listed] = await sessions.list(user.id, token);
    expect(listed).toMatchObject({ usedAt: clock.at - (30 * day) / 24 / 60, isCurrent: true });
  });

  test('sessions that have expired are not listed', async () => {
    const { clock, sessions, user } = await scene();
    await sessions.start(user.id, 'Firefox');
    clock.at += 20 * day;
    const later = await sessions.start(user.id, 'Chrome');
    clock.at += 11 * day;
    expect(await sessions.list(user.id, later)).toMatchObject([{ device: 'Chrome', isCurrent: true }]);
  });

  test('ending a session notifies its listeners once, and leaves other sessions alone', async () => {
    const { sessions, user } = await scene();
    const [token, other] = [
      await sessions.start(user.id, 'Firefox'),
      await sessions.start(user.id, 'Firefox'),
    ];
    const received: string[] = [];
    sessions.onEnd(token, () => received.push('first'));
    const stop = sessions.onEnd(token, () => received.push('stopped'));
    sessions.onEnd(other, () => received.push('other'));
    stop();
    await sessions.end(token);
    await sessions.end(token);
    expect(received).toEqual(['first']);
    expect(await sessions.find(token)).toBeUndefined();
    expect(await sessions.find(other)).toEqual(user);
  });

  test('starting a session removes those that have run out', async () => {
    const { clock, sessions, user, rows } = await scene();
    await sessions.start(user.id, 'Firefox');
    await sessions.start(user.id, 'Firefox');
    clock.at += 31 * day;
    await sessions.start(user.id, 'Firefox');
    expect(rows()).toHaveLength(1);
  });

  test('of more sessions than an account may have, the oldest end, and their listeners are notified', async () => {
    const { sessions, user, clock } = await scene();
    const ended: string[] = [];
    const tokens: string[] = [];
    for (const name of ['first', 'second', 'third', 'fourth', 'fifth']) {
      // Two of them in the same millisecond.
      if (name !== 'third') clock.at += 1;
      const token = await sessions.start(user.id, 'Firefox');
      tokens.push(token);
      sessions.onEnd(token, () => ended.push(name));
    }
    expect(ended).toEqual(['first', 'second']);
    const known = await Promise.all(tokens.map(async (token) => (await sessions.find(token)) !== undefined));
    expect(known).toEqual([false, false, true, true, true]);
  });

  test('a session that cannot slide while the disk is full still counts', async () => {
    const { clock, disk, sessions, user } = await scene();
    const token = await sessions.start(user.id, 'Firefox');
    clock.at += 20 * day;
    disk.isFull = true;
    expect(await sessions.find(token)).toEqual(user);
    clock.at += 9 * day;
    disk.isFull = false;
    expect(await sessions.find(token)).toEqual(user);
    clock.at += 29 * day;
    expect(await sessions.find(token)).toEqual(user);
  });

  test('the name of a browser is stored up to 200 characters', async () => {
    const { sessions, user, rows } = await scene();
    await sessions.start(user.id, 'x'.repeat(100_000));
    expect(rows()).toEqual([expect.objectContaining({ device: 'x'.repeat(200) })]);
  });
}
