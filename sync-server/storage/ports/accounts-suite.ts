/** Tests every implementation of `accounts-port.ts`. Each test gets storages of its own, without users. */
import { expect, test } from 'vitest';
import type { AccountsStorage, NewUser, SessionsStorage, StoredSession } from './accounts-port.ts';

export type AccountsScene = {
  accounts: AccountsStorage;
  sessions: SessionsStorage;
  [Symbol.dispose](): void;
};

const user = (id: number, name: string): NewUser => ({
  ...{ id, username: name, usernameKey: name.toLowerCase() },
  ...{ displayName: `${name} Example`, passwordHash: 'hash', createdAt: 1, isAdmin: false },
});

const ada = user(1, 'Ada');
const eve = user(2, 'Eve');

const anybody = { kind: 'open' } as const;

const session = (tokenHash: string, more: Partial<StoredSession> = {}): StoredSession => ({
  ...{ tokenHash, userId: 1, createdAt: 10, expiresAt: 100, endsAt: 1_000, device: 'Firefox' },
  ...more,
});

export function accountsSuite(open: () => AccountsScene): void {
  test('a user is found by the key of the name, as it was added', async () => {
    using scene = open();
    expect(await scene.accounts.findUser('ada')).toBeUndefined();
    expect(await scene.accounts.addUser(ada, anybody)).toBe('added');
    const { usernameKey: _key, createdAt: _at, isAdmin: _admin, ...stored } = ada;
    expect(await scene.accounts.findUser('ada')).toEqual(stored);
    expect(await scene.accounts.findUser('Ada')).toBeUndefined();
  });

  test('a name or an id that is taken is refused, and the user that has it stays as it is', async () => {
    using scene = open();
    await scene.accounts.addUser(ada, anybody);
    expect(await scene.accounts.addUser({ ...eve, usernameKey: 'ada' }, anybody)).toBe('username_taken');
    expect(await scene.accounts.addUser({ ...eve, id: 1 }, anybody)).toBe('id_taken');
    expect(await scene.accounts.findUser('ada')).toMatchObject({ id: 1, username: 'Ada' });
    expect(await scene.accounts.findUser('eve')).toBeUndefined();
  });

  test('of two users who take one name at the same moment one gets it', async () => {
    using scene = open();
    const taken = [ada, { ...eve, usernameKey: 'ada' }].map((each) => scene.accounts.addUser(each, anybody));
    expect((await Promise.all(taken)).sort()).toEqual(['added', 'username_taken']);
  });

  test('the secret of a purpose is the first that was drawn for it', async () => {
    using scene = open();
    const secret = (byte: number) => scene.accounts.secret('known-devices', new Uint8Array(32).fill(byte));
    expect(new Uint8Array(await secret(1))).toEqual(new Uint8Array(32).fill(1));
    expect(new Uint8Array(await secret(2))).toEqual(new Uint8Array(32).fill(1));
  });

  test('a secret that is replaced is the latest one, and those of other purposes stay', async () => {
    using scene = open();
    const bytes = (byte: number) => new Uint8Array(32).fill(byte);
    await scene.accounts.secret('known-devices', bytes(1));
    for (const byte of [2, 3]) await scene.accounts.replaceSecret('first-code', bytes(byte));
    expect(new Uint8Array(await scene.accounts.secret('first-code', bytes(4)))).toEqual(bytes(3));
    expect(new Uint8Array(await scene.accounts.secret('known-devices', bytes(4)))).toEqual(bytes(1));
  });
}

export function sessionsSuite(open: () => AccountsScene): void {
  async function known({ sessions }: AccountsScene, ...hashes: string[]): Promise<string[]> {
    const found = await Promise.all(hashes.map((hash) => sessions.findSession(hash)));
    return found.flatMap((each) => (each === undefined ? [] : [each.session.tokenHash]));
  }

  test('a session is found by the hash of its token, with its user', async () => {
    using scene = open();
    await scene.accounts.addUser(ada, anybody);
    await scene.sessions.addSession(session('a'));
    expect(await scene.sessions.findSession('a')).toMatchObject({
      session: session('a'),
      user: { id: 1, username: 'Ada' },
    });
    expect(await scene.sessions.findSession('b')).toBeUndefined();
  });

  test('the expiry of a session is moved, and that of no other', async () => {
    using scene = open();
    await scene.accounts.addUser(ada, anybody);
    await scene.sessions.addSession(session('a'));
    await scene.sessions.addSession(session('b'));
    await scene.sessions.moveExpiry('a', { expiresAt: 200, usedAt: 50 });
    await scene.sessions.moveExpiry('unknown', { expiresAt: 300, usedAt: 50 });
    expect((await scene.sessions.findSession('a'))?.session.expiresAt).toBe(200);
    expect((await scene.sessions.findSession('b'))?.session.expiresAt).toBe(100);
  });

  test('one session ends by its hash, or all of one user', async () => {
    using scene = open();
    await scene.accounts.addUser(ada, anybody);
    await scene.accounts.addUser(eve, anybody);
    for (const hash of ['a', 'b', 'c']) await scene.sessions.addSession(session(hash));
    await scene.sessions.addSession(session('e', { userId: 2 }));
    await scene.sessions.deleteSession('b');
    await scene.sessions.deleteSession('unknown');
    expect(await known(scene, 'a', 'b', 'c', 'e')).toEqual(['a', 'c', 'e']);
    await scene.sessions.deleteSessionsOf(1);
    expect(await known(scene, 'a', 'b', 'c', 'e')).toEqual(['e']);
  });

  test('of too many sessions of a user those that began first end, and their hashes are returned', async () => {
    using scene = open();
    await scene.accounts.addUser(ada, anybody);
    await scene.accounts.addUser(eve, anybody);
    await scene.sessions.addSession(session('e', { userId: 2, createdAt: 1 }));
    await scene.sessions.addSession(session('b', { createdAt: 20 }));
    await scene.sessions.addSession(session('a', { createdAt: 10 }));
    // At the same instant as the one before it: the later one to be added.
    await scene.sessions.addSession(session('c', { createdAt: 20 }));
    expect(await scene.sessions.deleteOldestSessionsOf(1, 3)).toEqual([]);
    expect(await scene.sessions.deleteOldestSessionsOf(1, 1)).toHaveLength(2);
    expect(await known(scene, 'a', 'b', 'c', 'e')).toEqual(['c', 'e']);
  });

  test('a change of the password keeps one session of the user and those of others', async () => {
    using scene = open();
    await scene.accounts.addUser(ada, anybody);
    await scene.accounts.addUser(eve, anybody);
    for (const hash of ['a', 'b', 'c']) await scene.sessions.addSession(session(hash));
    await scene.sessions.addSession(session('e', { userId: 2 }));
    const ended = await scene.sessions.changePassword({ userId: 1, passwordHash: 'other', keptHash: 'b' });
    expect(ended.sort()).toEqual(['a', 'c']);
    expect(await known(scene, 'a', 'b', 'c', 'e')).toEqual(['b', 'e']);
    expect(await scene.accounts.findUser('ada')).toMatchObject({ passwordHash: 'other' });
    expect(await scene.accounts.findUser('eve')).toMatchObject({ passwordHash: 'hash' });
  });

  test('sessions are listed with ids of their own, and one ends by its id for its user alone', async () => {
    using scene = open();
    await scene.accounts.addUser(ada, anybody);
    await scene.accounts.addUser(eve, anybody);
    for (const hash of ['a', 'b', 'c']) await scene.sessions.addSession(session(hash));
    await scene.sessions.addSession(session('e', { userId: 2 }));
    await scene.sessions.recordUse('a', 70);
    const listed = await scene.sessions.listSessions(1);
    expect(listed.map(({ tokenHash, usedAt }) => [tokenHash, usedAt])).toEqual([
      ['c', 10],
      ['b', 10],
      ['a', 70],
    ]);
    const id = listed.at(-1)?.id ?? '';
    expect(await scene.sessions.deleteSessionById(2, id)).toBeUndefined();
    expect(await scene.sessions.deleteSessionById(1, id)).toBe('a');
    expect(await scene.sessions.deleteSessionById(1, id)).toBeUndefined();
    expect(await scene.sessions.deleteOtherSessionsOf(1, 'c')).toEqual(['b']);
    expect(await known(scene, 'a', 'b', 'c', 'e')).toEqual(['c', 'e']);
  });

  test('sessions that have expired by an instant are removed, and those that end later stay', async () => {
    using scene = open();
    await scene.accounts.addUser(ada, anybody);
    for (const expiresAt of [99, 100, 101]) {
      await scene.sessions.addSession(session(`at ${expiresAt}`, { expiresAt }));
    }
    await scene.sessions.deleteSessionsExpiredAt(100);
    expect(await known(scene, 'at 99', 'at 100', 'at 101')).toEqual(['at 101']);
  });
}
