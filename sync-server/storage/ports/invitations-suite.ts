/** Tests every implementation of `invitations-port.ts`, and what uses an invitation up. Each test gets storages of its own. */
import { expect, test } from 'vitest';
import type { AccountsStorage, NewUser } from './accounts-port.ts';
import type { InvitationsStorage, NewInvitation } from './invitations-port.ts';

export type InvitationsScene = {
  accounts: AccountsStorage;
  invitations: InvitationsStorage;
  [Symbol.dispose](): void;
};

const invitation = (id: number, more: Partial<NewInvitation> = {}): NewInvitation => ({
  ...{ id, tokenHash: `hash ${id}`, createdAt: id, expiresAt: 100 },
  ...more,
});

const user = (id: number, createdAt = 50): NewUser => ({
  ...{ id, username: `User ${id}`, usernameKey: `user ${id}`, displayName: 'U', passwordHash: 'hash' },
  ...{ createdAt, isAdmin: false },
});

const invited = (tokenHash: string) => ({ kind: 'invitation' as const, tokenHash });

export function invitationsSuite(open: () => InvitationsScene): void {
  const add = ({ invitations }: InvitationsScene, id: number, more?: Partial<NewInvitation>) =>
    invitations.addInvitation(invitation(id, more), 10);

  test('an invitation is found by the hash of its token, listed with the latest first, and removed', async () => {
    using scene = open();
    await add(scene, 1);
    await add(scene, 2);
    const { tokenHash, ...stored } = invitation(2);
    expect(await scene.invitations.findInvitation(tokenHash)).toEqual({ ...stored, usedAt: null });
    expect((await scene.invitations.listInvitations()).map(({ id }) => id)).toEqual([2, 1]);
    expect(await scene.invitations.removeInvitation(2)).toBe(true);
    expect(await scene.invitations.removeInvitation(2)).toBe(false);
    expect(await scene.invitations.findInvitation(tokenHash)).toBeUndefined();
  });

  test('no more invitations are stored than allowed, and those that have expired are removed', async () => {
    using scene = open();
    expect(await scene.invitations.addInvitation(invitation(1), 2)).toBe(true);
    expect(await scene.invitations.addInvitation(invitation(2, { expiresAt: 200 }), 2)).toBe(true);
    expect(await scene.invitations.addInvitation(invitation(3), 2)).toBe(false);
    await scene.invitations.removeInvitationsExpiredAt(100);
    expect((await scene.invitations.listInvitations()).map(({ id }) => id)).toEqual([2]);
  });

  test('an invitation admits one account, until it expires', async () => {
    using scene = open();
    await add(scene, 1);
    expect(await scene.accounts.addUser(user(1), invited('unknown'))).toBe('not_admitted');
    expect(await scene.accounts.addUser(user(1, 100), invited('hash 1'))).toBe('not_admitted');
    expect(await scene.accounts.findUser('user 1')).toBeUndefined();
    const taken = [1, 2].map((id) => scene.accounts.addUser(user(id), invited('hash 1')));
    expect((await Promise.all(taken)).sort()).toEqual(['added', 'not_admitted']);
    expect(await scene.invitations.findInvitation('hash 1')).toMatchObject({ usedAt: 50 });
  });

  test('an account that cannot be added leaves its invitation unused', async () => {
    using scene = open();
    await add(scene, 1);
    await scene.accounts.addUser(user(1), { kind: 'open' });
    const taken = { ...user(2), usernameKey: 'user 1' };
    expect(await scene.accounts.addUser(taken, invited('hash 1'))).toBe('username_taken');
    expect(await scene.invitations.findInvitation('hash 1')).toMatchObject({ usedAt: null });
  });

  test('of accounts that may only be the first, one is added', async () => {
    using scene = open();
    expect(await scene.accounts.hasUsers()).toBe(false);
    const first = { ...user(1), isAdmin: true };
    expect(await scene.accounts.addUser(first, { kind: 'first' })).toBe('added');
    expect(await scene.accounts.addUser(user(2), { kind: 'first' })).toBe('not_admitted');
    expect(await scene.accounts.hasUsers()).toBe(true);
    await scene.accounts.addUser(user(3), { kind: 'open' });
    expect(await Promise.all([1, 3, 4].map((id) => scene.accounts.isAdmin(id)))).toEqual([
      true,
      false,
      false,
    ]);
  });
}
