/** Tests every implementation of `administration-port.ts`. Each test gets storages of its own, without users. */
import { expect, test } from 'vitest';
import type { AccountsStorage, SessionsStorage } from './accounts-port.ts';
import type { AdministrationStorage } from './administration-port.ts';
import type { LibraryStorage } from './library-port.ts';
import { project, prompt, type StorageScene, save } from './storage-scene.ts';

export type AdministrationScene = {
  accounts: AccountsStorage;
  sessions: SessionsStorage;
  administration: AdministrationStorage;
  library: LibraryStorage;
  [Symbol.dispose](): void;
};

const ids = { ada: 1, eve: 2 };

async function withUsers(scene: AdministrationScene): Promise<void> {
  for (const [name, id] of Object.entries(ids)) {
    const names = { username: name.toUpperCase(), usernameKey: name, displayName: `${name} Example` };
    await scene.accounts.addUser({ id, ...names, passwordHash: 'hash', createdAt: 1 });
    for (const at of [10, 20]) {
      const times = { createdAt: at, expiresAt: 100, endsAt: 1_000 };
      await scene.sessions.addSession({ tokenHash: `${name} ${at}`, userId: id, device: `D${at}`, ...times });
    }
  }
}

async function sessionsOf({ sessions }: AdministrationScene): Promise<string[]> {
  const hashes = ['ada 10', 'ada 20', 'eve 10', 'eve 20'];
  const found = await Promise.all(hashes.map((hash) => sessions.findSession(hash)));
  return found.flatMap((each) => (each === undefined ? [] : [each.session.tokenHash]));
}

async function writeLibrary({ library: storage }: AdministrationScene, userId: number): Promise<void> {
  const scene: StorageScene = { storage, users: [ids.ada, ids.eve], [Symbol.dispose]: () => {} };
  await save(scene, userId, [project(5), ...[6, 7, 8].map((id) => prompt(id, 5, 'text'))]);
}

export function administrationSuite(open: () => AdministrationScene): void {
  test('accounts are listed in the order of their keys with their usage and sessions', async () => {
    using scene = open();
    await withUsers(scene);
    const [ada, eve] = await scene.administration.accountsAfter('');
    expect(ada).toEqual({
      ...{ id: 1, username: 'ADA', usernameKey: 'ada', displayName: 'ada Example', createdAt: 1 },
      ...{ signedInAt: 20, disabledAt: null, deletedAt: null, isAdmin: false },
      ...{ rows: 0, textBytes: 0, fileBytes: 0, sessions: 2 },
    });
    expect(eve).toMatchObject({ id: 2 });
    expect(await scene.administration.accountsAfter('ada')).toEqual([eve]);
    expect(await scene.administration.findAccount('eve')).toEqual(eve);
    expect(await scene.administration.findAccount('EVE')).toBeUndefined();
  });

  test('a change of the password ends the sessions of that account and of no other', async () => {
    using scene = open();
    await withUsers(scene);
    await scene.administration.changePassword(ids.ada, 'other');
    expect(await scene.accounts.findUser('ada')).toMatchObject({ passwordHash: 'other' });
    expect(await scene.accounts.findUser('eve')).toMatchObject({ passwordHash: 'hash' });
    expect(await sessionsOf(scene)).toEqual(['eve 10', 'eve 20']);
  });

  test('an account is made an admin and no admin again, and no other with it', async () => {
    using scene = open();
    await withUsers(scene);
    await scene.administration.setAdmin(ids.ada, true);
    expect(await scene.accounts.isAdmin(ids.ada)).toBe(true);
    expect(await scene.accounts.isAdmin(ids.eve)).toBe(false);
    expect(await scene.administration.findAccount('ada')).toMatchObject({ isAdmin: true });
    await scene.administration.setAdmin(ids.ada, false);
    expect(await scene.accounts.isAdmin(ids.ada)).toBe(false);
  });

  test('the only admin of others is not marked as deleted; one of two is, also where both ask at once', async () => {
    using scene = open();
    const { administration } = scene;
    await withUsers(scene);
    const marked = (userId: number) => administration.markDeletedUnlessOnlyAdmin(userId, 5);
    await administration.setAdmin(ids.ada, true);
    expect(await marked(ids.ada)).toBe(false);
    expect(await scene.accounts.findUser('ada')).toMatchObject({ id: ids.ada });
    await administration.setAdmin(ids.eve, true);
    const names = { username: 'Grace', usernameKey: 'grace', displayName: 'Grace Example' };
    await scene.accounts.addUser({ id: 3, ...names, passwordHash: 'hash', createdAt: 1 });
    expect((await Promise.all([marked(ids.ada), marked(ids.eve)])).sort()).toEqual([false, true]);
    expect(await marked(3)).toBe(true);
  });

  test('an admin who is alone is marked as deleted', async () => {
    using scene = open();
    await withUsers(scene);
    await scene.administration.setAdmin(ids.ada, true);
    await scene.administration.disable(ids.eve, 5);
    expect(await scene.administration.markDeletedUnlessOnlyAdmin(ids.ada, 6)).toBe(true);
  });

  test.each(['disable', 'markDeleted'] as const)(
    'after %s an account and its sessions are not found, its name is taken, and enabling brings it back',
    async (close) => {
      using scene = open();
      await withUsers(scene);
      await scene.administration[close](ids.ada, 30);
      expect(await scene.accounts.findUser('ada')).toBeUndefined();
      expect(await sessionsOf(scene)).toEqual(['eve 10', 'eve 20']);
      // A sign-in that was under way.
      const late = {
        tokenHash: 'ada 10',
        userId: ids.ada,
        device: '',
        createdAt: 31,
        expiresAt: 99,
        endsAt: 99,
      };
      await scene.sessions.addSession(late);
      expect(await sessionsOf(scene)).toEqual(['eve 10', 'eve 20']);
      const other = { id: 3, username: 'ada', usernameKey: 'ada', displayName: '' };
      expect(await scene.accounts.addUser({ ...other, passwordHash: 'x', createdAt: 1 })).toBe(
        'username_taken',
      );
      const account = await scene.administration.findAccount('ada');
      expect(account?.[close === 'disable' ? 'disabledAt' : 'deletedAt']).toBe(30);
      await scene.administration.enable(ids.ada);
      expect(await scene.accounts.findUser('ada')).toMatchObject({ id: ids.ada });
    },
  );

  test('sessions are listed without their tokens, the latest first, and one ends by its public id', async () => {
    using scene = open();
    await withUsers(scene);
    await scene.sessions.moveExpiry('ada 10', { expiresAt: 200, usedAt: 40 });
    const listed = await scene.administration.sessionsOf(ids.ada);
    expect(listed).toMatchObject([
      { createdAt: 20, usedAt: 20, expiresAt: 100, device: 'D20' },
      { createdAt: 10, usedAt: 40, expiresAt: 200, device: 'D10' },
    ]);
    expect(JSON.stringify(listed)).not.toContain('ada');
    const id = listed[0]?.id ?? '';
    expect(await scene.administration.endSession(ids.eve, id)).toBe(false);
    expect(await scene.administration.endSession(ids.ada, id)).toBe(true);
    expect(await scene.administration.endSession(ids.ada, id)).toBe(false);
    expect(await sessionsOf(scene)).toEqual(['ada 10', 'eve 10', 'eve 20']);
    await scene.administration.endSessionsOf(ids.eve);
    expect(await sessionsOf(scene)).toEqual(['ada 10']);
  });

  test('a deleted account is erased with its library, and no other; one that was brought back is not', async () => {
    using scene = open();
    await withUsers(scene);
    for (const id of Object.values(ids)) await writeLibrary(scene, id);
    await scene.administration.markDeleted(ids.ada, 30);
    expect(await scene.administration.deletedBefore(30)).toEqual([]);
    expect(await scene.administration.deletedBefore(31)).toEqual([ids.ada]);
    await scene.administration.eraseAccount(ids.eve);
    await scene.administration.eraseAccount(ids.ada);
    expect(await scene.administration.findAccount('ada')).toBeUndefined();
    expect(await scene.administration.deletedBefore(31)).toEqual([]);
    expect(await scene.administration.findAccount('eve')).toMatchObject({ rows: 4, sessions: 2 });
    expect(await scene.library.prompt(ids.ada, 6)).toBeUndefined();
    expect(await scene.library.prompt(ids.eve, 6)).toMatchObject({ row: { content: 'text' } });
  });
}
