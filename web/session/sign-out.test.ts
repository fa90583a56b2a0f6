// Dexie's live queries stay silent where the global IndexedDB was missing when Dexie was loaded.
import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { problemMessages } from '#shared/model/messages.ts';
import { commit } from '../data/commit/commit.ts';
import { rememberedUser, rememberUser } from '../data/database/device-db.ts';
import { closeForCommits, reopenForCommits } from '../data/database/leaving.ts';
import { libraryName } from '../data/database/library.ts';
import { keepNoteDraft } from '../data/drafts/note-drafts.ts';
import { countDrafts } from '../data/drafts/unsaved-drafts.ts';
import { nothingUnsent } from '../data/drafts/unsent.ts';
import { outlineOf } from '../data/queries/queries.ts';
import { ada, answered, deviceScene, refused, stateOf } from './session-scene.ts';

const letters = { id: 5, name: 'Letters', color: 'teal' } as const;

async function twoTabs() {
  const scene = deviceScene();
  await rememberUser(scene.device(), ada);
  const [first, second] = [scene.tab(() => answered(200)), scene.tab(() => answered(200))];
  const [{ library }, other] = await Promise.all([
    stateOf(first.session, 'open'),
    stateOf(second.session, 'open'),
  ]);
  return { ...scene, first, second, library, other: other.library };
}

test('a commit of another tab after the count keeps the library, and is in the next number', async () => {
  const { first, other, device, databases } = await twoTabs();
  const counted = await first.session.unsent();
  expect(counted.count).toBe(0);
  expect(await commit(other, 'createProject', letters)).toEqual({ ok: true });
  expect(await first.session.signOut(counted)).toMatchObject({ kind: 'recounted', unsent: { count: 1 } });
  expect(await databases()).toContain(libraryName(ada));
  expect(await rememberedUser(device())).toEqual(ada);
  expect(first.session.read()).toMatchObject({ kind: 'open', isLeaving: false });
  expect((await outlineOf(other)).projects).toMatchObject([{ id: 5, name: 'Letters' }]);
  expect(await commit(other, 'renameProject', { id: 5, name: 'Post' })).toEqual({ ok: true });
});

test('an edit that joins a change which was named already is asked about all the same', async () => {
  const { first, other } = await twoTabs();
  await commit(other, 'createProject', letters);
  await commit(other, 'createPrompt', { id: 6, projectId: 5, title: 'Draft', content: '' });
  await commit(other, 'setContent', { id: 6, content: 'one', base: '' });
  const counted = await first.session.unsent();
  await commit(other, 'setContent', { id: 6, content: 'one, two', base: 'one' });
  const again = await first.session.signOut(counted);
  expect(again).toMatchObject({ kind: 'recounted', unsent: { count: counted.count } });
  if (again.kind !== 'recounted') throw new Error('nothing was counted again');
  expect(await first.session.signOut(again.unsent)).toEqual({ kind: 'signedOut' });
});

test('between the last count and the deletion no tab can commit, and is told why', async () => {
  const { first, library, other, second } = await twoTabs();
  const refusals: unknown[] = [];
  // A screen of the other tab that has something to store at the last moment.
  other.typed.add(async () => refusals.push(await commit(other, 'createProject', letters)));
  await library.typed.storeAll();
  expect(await first.session.signOut(nothingUnsent)).toEqual({ kind: 'signedOut' });
  expect(refusals).toEqual([{ ok: false, code: 'signing_out', errors: [] }]);
  await stateOf(second.session, 'signedOut');
});

test('a library that another tab took back at the last moment stays, and takes its commits', async () => {
  const { first, other, device, databases } = await twoTabs();
  other.typed.add(() => reopenForCommits(other));
  expect(await first.session.signOut(nothingUnsent)).toMatchObject({ kind: 'recounted' });
  expect(await databases()).toContain(libraryName(ada));
  expect(await rememberedUser(device())).toEqual(ada);
  expect(await commit(other, 'createProject', letters)).toEqual({ ok: true });
});

test('text that another tab holds at the last moment becomes a draft, and is named', async () => {
  const { first, other, drafts, databases } = await twoTabs();
  const key = `promptory-draft:${ada.id}:9:other`;
  const text = JSON.stringify({ promptId: 9, text: 'typed just now', base: '' });
  let isTyped = false;
  other.typed.add(async () => isTyped && drafts.setItem(key, text));
  const counted = await first.session.unsent();
  isTyped = true;
  expect(await first.session.signOut(counted)).toMatchObject({ kind: 'recounted', unsent: { count: 1 } });
  expect(await databases()).toContain(libraryName(ada));
  expect(drafts.getItem(key)).toBe(text);
});

test('a tab stands still while another one counts, and goes on where nobody leaves', async () => {
  const { first, second, other } = await twoTabs();
  const seen: boolean[] = [];
  second.session.subscribe(() => {
    const state = second.session.read();
    if (state.kind === 'open') seen.push(state.isLeaving);
  });
  const counted = await first.session.unsent();
  await commit(other, 'createProject', letters);
  await first.session.signOut(counted);
  await stateOf(second.session, 'open', ({ isLeaving }) => !isLeaving);
  expect(seen).toEqual([true, false]);
});

test('a library that was closed by a tab which died takes commits again at the next start', async () => {
  const scene = deviceScene();
  await rememberUser(scene.device(), ada);
  const before = await scene.library(ada);
  await closeForCommits(before);
  expect(await commit(before, 'createProject', letters)).toMatchObject({ code: 'signing_out' });
  before.db.close();
  const { library } = await stateOf(scene.tab(() => answered(200)).session, 'open');
  expect(await commit(library, 'createProject', letters)).toEqual({ ok: true });
});

test('an unfinished note is in the number and is named with its prompt', async () => {
  const { first, library, drafts } = await twoTabs();
  await commit(library, 'createProject', letters);
  await commit(library, 'createPrompt', { id: 6, projectId: 5, title: 'Brief', content: '' });
  const { count } = await first.session.unsent();
  keepNoteDraft(library, 6, 'Ask Grace about it');
  const unsent = await first.session.unsent();
  expect(unsent).toMatchObject({
    count: count + 1,
    notes: [{ promptTitle: 'Brief', text: 'Ask Grace about it' }],
  });
  expect(await first.session.signOut(unsent)).toEqual({ kind: 'signedOut' });
  expect(countDrafts(drafts, ada.id)).toBe(0);
});

test('the session is signing out until the server has ended it', async () => {
  const { first } = await twoTabs();
  const kinds: string[] = [];
  first.session.subscribe(() => kinds.push(first.session.read().kind));
  await first.session.signOut(await first.session.unsent());
  expect(kinds.filter((kind) => kind !== 'open')).toEqual(['signingOut', 'signedOut']);
});

describe('the deletion of the account', () => {
  const deletion = 'POST /api/account/deletion';

  test('the account is deleted on the server before anything is removed here, and the person is signed out', async () => {
    const { first, second, databases, device } = await twoTabs();
    const counted = await first.session.unsent();
    expect(await first.session.deleteAccount('engine', counted)).toEqual({ kind: 'deleted' });
    expect(first.requests).toEqual([deletion, 'POST /api/logout']);
    expect(first.bodies).toEqual([{ password: 'engine' }]);
    expect(first.session.read()).toEqual({ kind: 'signedOut', offline: false });
    expect(await databases()).not.toContain(libraryName(ada));
    expect(await rememberedUser(device())).toBeNull();
    await stateOf(second.session, 'signedOut');
  });

  test.each([
    ['a wrong password', refused(403, 'wrong_password'), 'That is not your current password.'],
    ['the only admin', refused(409, 'only_admin'), problemMessages.only_admin],
    ['no answer', null, 'This needs the server, and it cannot be reached right now.'],
  ])('%s leaves everything here, and both tabs go on', async (_, answer, message) => {
    const { first, second, library, other } = await twoTabs();
    first.server.answerTo = () => answer;
    const counted = await first.session.unsent();
    expect(await first.session.deleteAccount('guess', counted)).toEqual({ kind: 'refused', message });
    for (const { session } of [first, second]) {
      await stateOf(session, 'open', ({ isLeaving }) => !isLeaving);
    }
    expect(await commit(library, 'createProject', letters)).toEqual({ ok: true });
    expect((await outlineOf(other)).projects).toHaveLength(1);
  });

  test('what another tab wrote after the count is named, and the server is not asked', async () => {
    const { first, other } = await twoTabs();
    const counted = await first.session.unsent();
    await commit(other, 'createProject', letters);
    const outcome = await first.session.deleteAccount('engine', counted);
    expect(outcome).toMatchObject({ kind: 'recounted', unsent: { count: 1 } });
    expect(first.requests).toEqual([]);
  });

  test('what another tab wrote while the server deleted the account stays here, and the person is told', async () => {
    const { first, other, databases } = await twoTabs();
    first.server.answerTo = async () => {
      await reopenForCommits(other);
      expect(await commit(other, 'createProject', letters)).toEqual({ ok: true });
      return answered(200);
    };
    const counted = await first.session.unsent();
    expect(await first.session.deleteAccount('engine', counted)).toEqual({
      kind: 'refused',
      message: expect.stringMatching(/^The account is deleted on the server\. Something was written here/),
    });
    expect(await databases()).toContain(libraryName(ada));
    expect((await outlineOf(other)).projects).toMatchObject([{ id: 5, name: 'Letters' }]);
  });
});
