/** The acceptance suite of `read-links-port.ts`: every implementation passes it. */
import { expect, test } from 'vitest';
import type { AccountsStorage } from '../accounts-port.ts';
import type { AdministrationStorage } from '../administration-port.ts';
import type { NewReadLink, ReadLinksStorage } from './read-links-port.ts';

type Scene = {
  accounts: AccountsStorage;
  administration: AdministrationStorage;
  readLinks: ReadLinksStorage;
  [Symbol.dispose](): void;
};

const [ada, eve] = [1, 2];

const link = (id: number, changes: Partial<NewReadLink> = {}): NewReadLink => ({
  ...{ id, tokenHash: `hash ${id}`, userId: ada, promptId: 70 + id, version: null, withSecrets: false },
  ...{ createdAt: 10 * id, expiresAt: null },
  ...changes,
});

export function readLinksSuite(open: () => Scene): void {
  async function scene(): Promise<Scene> {
    const opened = open();
    for (const [id, username] of [
      [ada, 'ada'],
      [eve, 'eve'],
    ] as const) {
      const names = { username, usernameKey: username, displayName: username };
      await opened.accounts.addUser({ id, ...names, passwordHash: 'p', createdAt: 0 });
    }
    return opened;
  }

  test('a link is found by its hash', async () => {
    using here = await scene();
    const { tokenHash, ...rest } = link(1, { version: 3, withSecrets: true, expiresAt: 99 });
    expect(await here.readLinks.addLink({ ...rest, tokenHash }, 5)).toBe(true);
    expect(await here.readLinks.findLink(tokenHash)).toEqual(rest);
    expect(await here.readLinks.findLink('another hash')).toBeUndefined();
  });

  test('each account lists its own links, the latest first', async () => {
    using here = await scene();
    for (const id of [1, 2]) await here.readLinks.addLink(link(id), 5);
    await here.readLinks.addLink(link(3, { userId: eve }), 5);
    const { tokenHash, ...first } = link(1);
    expect(await here.readLinks.listLinks(ada)).toEqual([expect.objectContaining({ id: 2 }), first]);
    expect((await here.readLinks.listLinks(eve)).map(({ id }) => id)).toEqual([3]);
  });

  test('an account has no more links than allowed, and another one has its own', async () => {
    using here = await scene();
    expect(await here.readLinks.addLink(link(1), 1)).toBe(true);
    expect(await here.readLinks.addLink(link(2), 1)).toBe(false);
    expect(await here.readLinks.addLink(link(3, { userId: eve }), 1)).toBe(true);
    expect(await here.readLinks.findLink('hash 2')).toBeUndefined();
  });

  test('a removed link is not found any more, and nobody removes that of another account', async () => {
    using here = await scene();
    await here.readLinks.addLink(link(1), 5);
    expect(await here.readLinks.removeLink(eve, 1)).toBe(false);
    expect(await here.readLinks.findLink('hash 1')).toBeDefined();
    expect(await here.readLinks.removeLink(ada, 1)).toBe(true);
    expect(await here.readLinks.findLink('hash 1')).toBeUndefined();
    expect(await here.readLinks.removeLink(ada, 1)).toBe(false);
  });

  test('the links of a disabled or deleted account are not found until it is enabled again', async () => {
    using here = await scene();
    await here.readLinks.addLink(link(1), 5);
    for (const close of ['disable', 'markDeleted'] as const) {
      expect(await here.readLinks.findLink('hash 1')).toBeDefined();
      await here.administration[close](ada, 5);
      expect(await here.readLinks.findLink('hash 1')).toBeUndefined();
      await here.administration.enable(ada);
    }
    expect(await here.readLinks.findLink('hash 1')).toBeDefined();
  });

  test('an erased account takes its links with it', async () => {
    using here = await scene();
    await here.readLinks.addLink(link(1), 5);
    await here.readLinks.addLink(link(2, { userId: eve }), 5);
    await here.administration.markDeleted(ada, 5);
    await here.administration.eraseAccount(ada);
    expect(await here.readLinks.listLinks(ada)).toEqual([]);
    expect((await here.readLinks.listLinks(eve)).map(({ id }) => id)).toEqual([2]);
  });
}
