/** The acceptance suite of `api-tokens-port.ts`: every implementation passes it. */
import { expect, test } from 'vitest';
import type { AccountsStorage } from './accounts-port.ts';
import type { AdministrationStorage } from './administration-port.ts';
import type { ApiTokensStorage, NewApiToken } from './api-tokens-port.ts';

type Scene = {
  accounts: AccountsStorage;
  administration: AdministrationStorage;
  tokens: ApiTokensStorage;
  [Symbol.dispose](): void;
};

const [ada, eve] = [1, 2];

const token = (id: number, changes: Partial<NewApiToken> = {}): NewApiToken => ({
  ...{ id, tokenHash: `hash ${id}`, userId: ada, name: `token ${id}`, scope: 'read' },
  ...{ projectId: null, createdAt: 10 * id, expiresAt: null },
  ...changes,
});

export function apiTokensSuite(open: () => Scene): void {
  async function scene(): Promise<Scene> {
    const opened = open();
    for (const [id, username] of [
      [ada, 'ada'],
      [eve, 'eve'],
    ] as const) {
      const names = { username, usernameKey: username, displayName: `${username} L` };
      await opened.accounts.addUser({ id, ...names, passwordHash: 'p', createdAt: 0 });
    }
    return opened;
  }

  test('a token is found by its hash, with its user', async () => {
    using here = await scene();
    const { tokenHash, ...made } = token(1, { scope: 'write', projectId: 7, expiresAt: 99 });
    expect(await here.tokens.addToken({ ...made, tokenHash }, 5)).toBe(true);
    const user = { id: ada, username: 'ada', displayName: 'ada L' };
    expect(await here.tokens.findToken(tokenHash)).toEqual({ token: made, user });
    expect(await here.tokens.findToken('another hash')).toBeUndefined();
  });

  test('each account lists its own tokens, the latest first, with their latest recorded use', async () => {
    using here = await scene();
    for (const id of [1, 2]) await here.tokens.addToken(token(id), 5);
    await here.tokens.addToken(token(3, { userId: eve }), 5);
    await here.tokens.findToken('hash 1');
    await here.tokens.recordUse({ userId: ada, id: 1 }, 500);
    const listed = await here.tokens.listTokens(ada);
    expect(listed.map(({ id, usedAt }) => [id, usedAt])).toEqual([
      [2, null],
      [1, 500],
    ]);
    expect((await here.tokens.listTokens(eve)).map(({ id }) => id)).toEqual([3]);
  });

  test('an account has no more tokens than allowed, and another one has its own', async () => {
    using here = await scene();
    expect(await here.tokens.addToken(token(1), 1)).toBe(true);
    expect(await here.tokens.addToken(token(2), 1)).toBe(false);
    expect(await here.tokens.addToken(token(3, { userId: eve }), 1)).toBe(true);
    expect(await here.tokens.findToken('hash 2')).toBeUndefined();
  });

  test('a removed token is not found any more, and nobody removes that of another account', async () => {
    using here = await scene();
    await here.tokens.addToken(token(1), 5);
    expect(await here.tokens.removeToken(eve, 1)).toBe(false);
    expect(await here.tokens.findToken('hash 1')).toBeDefined();
    expect(await here.tokens.removeToken(ada, 1)).toBe(true);
    expect(await here.tokens.findToken('hash 1')).toBeUndefined();
    expect(await here.tokens.removeToken(ada, 1)).toBe(false);
  });

  test('the tokens of a disabled or deleted account are not found until it is enabled again', async () => {
    using here = await scene();
    await here.tokens.addToken(token(1), 5);
    for (const close of ['disable', 'markDeleted'] as const) {
      expect(await here.tokens.findToken('hash 1')).toBeDefined();
      await here.administration[close](ada, 5);
      expect(await here.tokens.findToken('hash 1')).toBeUndefined();
      await here.administration.enable(ada);
    }
    expect(await here.tokens.findToken('hash 1')).toBeDefined();
  });

  test('an erased account takes its tokens with it', async () => {
    using here = await scene();
    await here.tokens.addToken(token(1), 5);
    await here.tokens.addToken(token(2, { userId: eve }), 5);
    await here.administration.markDeleted(ada, 5);
    await here.administration.eraseAccount(ada);
    expect(await here.tokens.listTokens(ada)).toEqual([]);
    expect((await here.tokens.listTokens(eve)).map(({ id }) => id)).toEqual([2]);
  });
}
