// Dexie's live queries stay silent where the global IndexedDB was missing when Dexie was loaded.
import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { commit } from '../data/commit/commit.ts';
import { beginLeaving, rememberUser } from '../data/database/device-db.ts';
import { closeForCommits, leavingLock } from '../data/database/leaving.ts';
import { libraryName } from '../data/database/library.ts';
import { nothingUnsent } from '../data/drafts/unsent.ts';
import { ada, answered, deviceScene, grace, nobodySignedIn, stateOf } from './session-scene.ts';

const letters = { id: 5, name: 'Letters', color: 'teal' } as const;
const isLogout = (request: string) => request.endsWith('/api/logout');

/** Longer than every reading of the database takes, without a clock. */
async function someTime(): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

async function openTab(options: Parameters<ReturnType<typeof deviceScene>['tab']>[1] = {}) {
  const scene = deviceScene();
  await rememberUser(scene.device(), ada);
  const tab = scene.tab(() => answered(200), options);
  const { library } = await stateOf(tab.session, 'open');
  return { ...scene, ...tab, library };
}

test('where another person signed in elsewhere, this tab opens their library and closes the one before', async () => {
  const { session, device, library, loop } = await openTab();
  const kinds: string[] = [];
  session.subscribe(() => kinds.push(session.read().kind));
  await rememberUser(device(), grace);
  const next = await stateOf(session, 'open', (state) => state.library.user.id === grace.id);
  expect(next.isLeaving).toBe(false);
  expect(kinds).toEqual(['loading', 'open']);
  expect(loop).toEqual(['start ada', 'stop', 'start grace']);
  expect(library.db.isOpen()).toBe(false);
  expect(library.typed.areGivenUp()).toBe(false);
});

test('a tab that was asked before a sign-out elsewhere gives up what is typed in it, and shows the server as reached', async () => {
  const scene = deviceScene();
  await rememberUser(scene.device(), ada);
  const [first, second] = [scene.tab(() => answered(200)), scene.tab(() => answered(200))];
  const { library } = await stateOf(first.session, 'open');
  const { library: other } = await stateOf(second.session, 'open');
  await first.session.signOut(nothingUnsent);
  expect(await stateOf(second.session, 'signedOut')).toEqual({ kind: 'signedOut', offline: false });
  expect([library, other].map(({ typed }) => typed.areGivenUp())).toEqual([true, true]);
  expect([library, other].map(({ db }) => db.isOpen())).toEqual([false, false]);
});

test('a tab that was not asked keeps what is typed in it when somebody signs out elsewhere', async () => {
  const { session, device, library } = await openTab();
  await beginLeaving(device(), ada);
  await stateOf(session, 'signedOut');
  expect(library.typed.areGivenUp()).toBe(false);
});

test('a sign-out in two tabs at once is one, and both are told that it is done', async () => {
  const scene = deviceScene();
  await rememberUser(scene.device(), ada);
  const tabs = [scene.tab(() => answered(200)), scene.tab(() => answered(200))];
  for (const { session } of tabs) await stateOf(session, 'open');
  const outcomes = await Promise.all(tabs.map(({ session }) => session.signOut(nothingUnsent)));
  expect(outcomes).toEqual([{ kind: 'signedOut' }, { kind: 'signedOut' }]);
  for (const { session } of tabs) await stateOf(session, 'signedOut');
  expect(tabs.flatMap(({ requests }) => requests).filter(isLogout)).toHaveLength(1);
});

test('a library that a sign-out elsewhere holds is not opened once that person has left', async () => {
  const scene = deviceScene();
  await rememberUser(scene.device(), ada);
  const before = await scene.library(ada);
  await closeForCommits(before);
  before.db.close();
  let release = () => {};
  const held = scene.exclusive(
    leavingLock(before),
    () =>
      new Promise<void>((resolve) => {
        release = resolve;
      }),
  );
  const { session, loop } = scene.tab(nobodySignedIn);
  await vi.waitFor(() => expect(scene.lockRequests).toHaveLength(2), { interval: 1, timeout: 4000 });
  await beginLeaving(scene.device(), ada);
  release();
  await held;
  await stateOf(session, 'signedOut');
  expect(loop).toEqual([]);
  expect(await scene.databases()).not.toContain(libraryName(ada));
});

test('a sign-out that the browser breaks off leaves the library open, and rejects', async () => {
  const { session, drafts, library } = await openTab();
  const seen: boolean[] = [];
  session.subscribe(() => {
    const state = session.read();
    if (state.kind === 'open') seen.push(state.isLeaving);
  });
  const { key } = drafts;
  drafts.setItem('promptory-draft:1:9:gone', '{}');
  drafts.key = () => {
    throw new Error('no drafts today');
  };
  await expect(session.signOut(nothingUnsent)).rejects.toThrow('no drafts today');
  drafts.key = key;
  expect(seen).toEqual([true, false]);
  expect(await commit(library, 'createProject', letters)).toEqual({ ok: true });
});

test('what waits is counted after a try to send it, however long that takes', async () => {
  const tab = await openTab({
    async syncNow() {
      await someTime();
      await tab.library.db.outbox.clear();
    },
  });
  await commit(tab.library, 'createProject', letters);
  expect(await tab.session.unsent()).toMatchObject({ count: 0 });
});

test('what is typed counts as unsent however long it takes to be stored', async () => {
  const { session, library } = await openTab();
  library.typed.add(async () => {
    await someTime();
    await commit(library, 'createProject', letters);
  });
  expect(await session.unsent()).toMatchObject({ count: 1 });
});

test('a tab answers only for the person whose library is open in it, and while it is', async () => {
  const { session, otherTab, library } = await openTab();
  let stored = 0;
  library.typed.add(async () => (stored += 1));
  const other = otherTab();
  await other.store({ userId: grace.id, leaving: true });
  expect(session.read()).toMatchObject({ isLeaving: false });
  expect(stored).toBe(0);
  await other.store({ userId: ada.id, leaving: false });
  expect(stored).toBe(1);
  await session.signOut(nothingUnsent);
  const before = stored;
  await other.store({ userId: ada.id, leaving: false });
  expect(stored).toBe(before);
});
