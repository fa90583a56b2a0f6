import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';
import { sqliteStorages } from './sqlite-storages.ts';

describe('a session that was found before', () => {
  const session = { tokenHash: 'a', userId: 1, createdAt: 1, expiresAt: 100, endsAt: 100, device: '' };
  const user = { id: 1, username: 'Ada', usernameKey: 'ada', displayName: 'Ada', passwordHash: 'hash' };

  async function twoProcesses(
    act: (ours: OpenDatabase, theirs: OpenDatabase) => Promise<void>,
  ): Promise<void> {
    using folder = temporaryFolder();
    const file = join(folder.path, 'a.sqlite');
    const [ours, theirs] = [openDatabase({ file, now: () => 0 }), openDatabase({ file, now: () => 0 })];
    await act(ours, theirs);
    theirs.close();
    ours.close();
  }

  async function foundOnce(ours: OpenDatabase) {
    const { accounts, sessions } = sqliteStorages(ours);
    await accounts.addUser({ ...user, createdAt: 1 });
    await sessions.addSession(session);
    expect(await sessions.findSession('a')).toMatchObject({ session, user: { username: 'Ada' } });
    return sessions;
  }

  test.each([
    'DELETE FROM sessions',
    'DELETE FROM users',
    'UPDATE users SET disabled_at = 5',
    'UPDATE users SET deleted_at = 5',
  ])(
    'is not found after "%s": at once where this process does it, in the next turn otherwise',
    async (change) => {
      await twoProcesses(async (ours) => {
        const sessions = await foundOnce(ours);
        ours.connection.exec(change);
        expect(await sessions.findSession('a')).toBeUndefined();
      });
      await twoProcesses(async (ours, theirs) => {
        const sessions = await foundOnce(ours);
        theirs.connection.exec(change);
        await setImmediate();
        expect(await sessions.findSession('a')).toBeUndefined();
      });
    },
  );

  test('is found with its new end and the new name of its user', async () => {
    await twoProcesses(async (ours, theirs) => {
      const sessions = await foundOnce(ours);
      await sessions.moveExpiry('a', { expiresAt: 90, usedAt: 5 });
      theirs.connection.exec("UPDATE users SET display_name = 'Countess'");
      await setImmediate();
      expect(await sessions.findSession('a')).toMatchObject({
        session: { expiresAt: 90, usedAt: 5 },
        user: { displayName: 'Countess' },
      });
    });
  });
});
