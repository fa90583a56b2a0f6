// Dexie's live queries stay silent where the global IndexedDB was missing when Dexie was loaded.
import 'fake-indexeddb/auto';
import { describe, expect, test, vi } from 'vitest';
import { messages, problemMessages } from '#shared/model/messages.ts';
import { initialLoopState } from '#shared/sync/status.ts';
import { commit } from '../data/commit/commit.ts';
import { beginLeaving, leavingUser, rememberedUser, rememberUser } from '../data/database/device-db.ts';
import { libraryName } from '../data/database/library.ts';
import { countDrafts, tabDrafts } from '../data/drafts/unsaved-drafts.ts';
import { nothingUnsent } from '../data/drafts/unsent.ts';
import { outboxCounts } from '../data/outbox/outbox-counts.ts';
import { changeLoopState, promptOf } from '../data/queries/queries.ts';
import {
  ada,
  answered,
  deviceScene,
  grace,
  nobodySignedIn,
  refused,
  signedInAs,
  stateOf,
  unreachable,
} from './session-scene.ts';

const password = 'engine';

describe('opening the app', () => {
  test('the app opens the library of a remembered person without a request', async () => {
    const scene = deviceScene();
    await rememberUser(scene.device(), ada);
    const { session, requests, loop } = scene.tab(unreachable);
    const { library } = await stateOf(session, 'open');
    expect(library.user).toEqual(ada);
    expect(requests).toEqual([]);
    expect(loop).toEqual(['start ada']);
  });

  test('the app takes up what the page before had no time to write', async () => {
    const scene = deviceScene();
    await rememberUser(scene.device(), ada);
    const before = await scene.library(ada);
    await commit(before, 'createProject', { id: 1, name: 'Notes', color: 'indigo' });
    await commit(before, 'createPrompt', { id: 2, projectId: 1, title: 'Draft', content: '' });
    before.db.close();
    tabDrafts(scene.drafts, { userId: ada.id, tab: 'gone' }).keep({
      promptId: 2,
      versionId: null,
      text: 'typed at the last moment',
      base: '',
    });

    const { library } = await stateOf(scene.tab(unreachable).session, 'open');
    expect((await promptOf(library, 2))?.content).toBe('typed at the last moment');
    expect(await outboxCounts(library)).toMatchObject({ waiting: 3, refused: 0 });
    expect(countDrafts(scene.drafts, ada.id)).toBe(0);
  });

  test('the app asks the server about a device that knows nobody, and remembers who it is', async () => {
    const scene = deviceScene();
    const { session } = scene.tab(signedInAs(ada));
    await stateOf(session, 'open');
    expect(await rememberedUser(scene.device())).toEqual(ada);
  });

  test('the app sends a visitor to sign in', async () => {
    const { session } = deviceScene().tab(nobodySignedIn);
    expect(await stateOf(session, 'signedOut')).toEqual({ kind: 'signedOut', offline: false });
  });

  test.each([
    ['no answer', null],
    ['an answer of somebody on the way', answered(200, '<html>')],
    ['a server in trouble', answered(500)],
  ])('%s is not taken for "signed out", and the server is asked again', async (_what, answer) => {
    const { session, clock, server } = deviceScene().tab(() => answer);
    expect(await stateOf(session, 'signedOut')).toEqual({ kind: 'signedOut', offline: true });
    server.answerTo = signedInAs(ada);
    clock.pass(5_000);
    expect((await stateOf(session, 'open')).library.user).toEqual(ada);
  });

  test('the app says so where the browser lets nothing be kept', async () => {
    const scene = deviceScene();
    const refusal = () => {
      throw new Error('forbidden');
    };
    scene.libraryDeps.random = refusal;
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const { session } = scene.tab(signedInAs(ada));
    await stateOf(session, 'unreadable');
    expect(logged).toHaveBeenCalledOnce();
    logged.mockRestore();
  });
});

describe('signing in', () => {
  test('signing in opens the library and is remembered', async () => {
    const scene = deviceScene();
    const { session } = scene.tab(nobodySignedIn);
    await stateOf(session, 'signedOut');
    expect(await session.signIn({ username: 'ada', password })).toEqual({ ok: true, user: ada });
    expect((await stateOf(session, 'open')).library.user).toEqual(ada);
    expect(await rememberedUser(scene.device())).toEqual(ada);
  });

  test.each([
    [null, messages.serverUnreachable],
    [refused(401, 'wrong_credentials'), problemMessages.wrong_credentials],
    [refused(429, 'too_many_requests'), problemMessages.too_many_requests],
    [answered(502, '<html>'), messages.answerUnreadable],
  ])('signing in says in words why it did not work (%#)', async (answer, message) => {
    const { session } = deviceScene().tab((_method, path) =>
      path === '/api/session' ? answered(200, { user: null }) : answer,
    );
    await stateOf(session, 'signedOut');
    expect(await session.signIn({ username: 'ada', password })).toMatchObject({ ok: false, message });
    expect(session.read().kind).toBe('signedOut');
  });

  test('a new account names the field that the server refuses', async () => {
    const errors = [{ path: 'username', message: problemMessages.username_taken }];
    const { session } = deviceScene().tab((_method, path) =>
      path === '/api/session'
        ? answered(200, { user: null })
        : answered(409, { type: 'about:blank', title: '', status: 409, code: 'username_taken', errors }),
    );
    await stateOf(session, 'signedOut');
    const registration = { displayName: 'Ada', username: 'ada', password };
    expect(await session.signUp(registration)).toMatchObject({ message: problemMessages.username_taken });
  });
});

test('a library that is deleted under the app is opened anew, and never made by a reading of the old one', async () => {
  const scene = deviceScene();
  await rememberUser(scene.device(), ada);
  const { session, loop } = scene.tab(signedInAs(ada));
  const { library } = await stateOf(session, 'open');
  const rescue = vi.fn();
  library.typed.add(async () => undefined, rescue);
  await scene.takeAway(library.db.name);
  const replacement = await stateOf(
    session,
    'open',
    (state) => state.kind === 'open' && state.library !== library,
  );
  expect(replacement.library.client).not.toBe(library.client);
  expect(rescue).toHaveBeenCalledOnce();
  expect(loop).toEqual(['start ada', 'stop', 'start ada']);
  await expect(library.db.meta.get('client')).rejects.toThrow();
});

describe('an ended session', () => {
  test('an ended session goes on in place after signing in again: the library stays open', async () => {
    const scene = deviceScene();
    await rememberUser(scene.device(), ada);
    const { session, loop } = scene.tab(signedInAs(ada));
    const { library } = await stateOf(session, 'open');
    expect(await session.signInAgain(password)).toBeNull();
    expect((await stateOf(session, 'open')).library).toBe(library);
    expect(loop).toEqual(['start ada', 'resume as 1']);
  });

  test('an ended session is not continued with another account, nor with a wrong password', async () => {
    const scene = deviceScene();
    await rememberUser(scene.device(), ada);
    const { session, loop, server } = scene.tab(signedInAs(grace));
    await stateOf(session, 'open');
    for (const ask of [session.signInAgain, session.signUpAgain]) {
      expect(await ask(password)).toEqual({ message: messages.otherAccount, mayBeGone: false });
    }
    server.answerTo = () => refused(401, 'wrong_credentials');
    const message = problemMessages.wrong_credentials;
    expect(await session.signInAgain(password)).toEqual({ message, mayBeGone: true });
    server.answerTo = unreachable;
    expect(await session.signInAgain(password)).toMatchObject({ mayBeGone: false });
    expect(loop).toEqual(['start ada']);
  });

  test.each(['signInAgain', 'signUpAgain'] as const)(
    'an ended session goes on with the account that the same person has on a server that was emptied (%s)',
    async (way) => {
      const scene = deviceScene();
      await rememberUser(scene.device(), ada);
      const replacement = { ...ada, id: 77, username: 'Ada' };
      const { session, loop, requests } = scene.tab(() => answered(200, replacement));
      const { library } = await stateOf(session, 'open');
      expect(await session[way](password)).toBeNull();
      expect((await stateOf(session, 'open')).library).toBe(library);
      expect(loop).toEqual(['start ada', 'resume as 77']);
      expect(requests).toEqual([way === 'signInAgain' ? 'POST /api/login' : 'POST /api/register']);
      expect(await rememberedUser(scene.device())).toEqual(ada);
    },
  );

  test('an account that is there is not made again, and a device that keeps nothing says so', async () => {
    const scene = deviceScene();
    await rememberUser(scene.device(), ada);
    const { session, server } = scene.tab(() => refused(409, 'username_taken'), {
      resume: async () => Promise.reject(new Error('forbidden')),
    });
    await stateOf(session, 'open');
    expect(await session.signUpAgain(password)).toEqual({
      message: messages.accountIsThere,
      mayBeGone: false,
    });
    server.answerTo = () => answered(201, { ...ada, id: 77 });
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    expect(await session.signUpAgain(password)).toMatchObject({ message: messages.deviceRefuses });
    expect(logged).toHaveBeenCalledOnce();
    logged.mockRestore();
  });
});

describe('signing out', () => {
  async function signedIn(tabOptions: Parameters<ReturnType<typeof deviceScene>['tab']>[1] = {}) {
    const scene = deviceScene();
    await rememberUser(scene.device(), ada);
    const tab = scene.tab(() => answered(200), tabOptions);
    const { library } = await stateOf(tab.session, 'open');
    return { ...scene, ...tab, library };
  }

  test('signing out counts what is on this device only, after it tried to send it', async () => {
    let sync = 0;
    const { session, library, drafts } = await signedIn({
      async syncNow() {
        sync += 1;
      },
    });
    expect(await session.unsent()).toMatchObject({ count: 0 });
    expect(sync).toBe(0);
    await commit(library, 'createProject', { id: 5, name: 'Letters', color: 'teal' });
    const draft = { promptId: 9, versionId: null, text: 'left behind', base: '' };
    tabDrafts(drafts, { userId: ada.id, tab: 'gone' }).keep(draft);
    drafts.setItem(`promptory-draft:${grace.id}:9:tab`, '{}');
    expect(await session.unsent()).toMatchObject({ count: 2 });
    expect(sync).toBe(1);
  });

  test('signing out counts every row where nobody knows what a restored server still has', async () => {
    const { session, library } = await signedIn({ async syncNow() {} });
    await commit(library, 'createProject', { id: 5, name: 'Letters', color: 'teal' });
    await library.db.outbox.clear();
    expect(await session.unsent()).toMatchObject({ count: 0 });
    await changeLoopState(library, { ...initialLoopState, paused: 'reset' });
    expect(await session.unsent()).toMatchObject({ count: 1 });
  });

  test('signing out does not wait for a server that keeps silent', async () => {
    const { session, library, clock } = await signedIn({ syncNow: () => new Promise(() => {}) });
    await commit(library, 'createProject', { id: 5, name: 'Letters', color: 'teal' });
    const unsent = session.unsent();
    // The wait begins once the outbox has been read.
    const moving = setInterval(() => clock.pass(1_000), 1);
    expect(await unsent).toMatchObject({ count: 1 });
    clearInterval(moving);
  });

  test('signing out leaves nothing of the person on the device, and tells the server', async () => {
    const { session, requests, loop, drafts, device, databases } = await signedIn();
    drafts.setItem(`promptory-draft:${ada.id}:9:tab`, '{}');
    await session.signOut(await session.unsent());
    expect(session.read()).toEqual({ kind: 'signedOut', offline: false });
    expect(await databases()).not.toContain(libraryName(ada));
    expect(drafts.length).toBe(0);
    expect(await rememberedUser(device())).toBeNull();
    expect(await leavingUser(device())).toBeNull();
    expect(requests).toEqual(['POST /api/logout']);
    expect(loop).toEqual(['start ada', 'stop']);
  });

  test('signing out holds without a server, which ends the session before an old cookie signs anybody in', async () => {
    const { session, server, clock, requests, tab, databases } = await signedIn();
    server.answerTo = unreachable;
    await session.signOut(nothingUnsent);
    expect(session.read()).toEqual({ kind: 'signedOut', offline: true });
    expect(await databases()).not.toContain(libraryName(ada));
    clock.pass(5_000);
    await expect.poll(() => requests.filter((request) => request === 'POST /api/logout').length).toBe(2);
    expect(requests).not.toContain('GET /api/session');

    const next = tab(nobodySignedIn);
    expect(await stateOf(next.session, 'signedOut', ({ offline }) => !offline)).toBeDefined();
    expect(next.requests).toEqual(['POST /api/logout', 'GET /api/session']);
  });

  test('signing out is finished at the next start where the page was closed in the middle of it', async () => {
    const scene = deviceScene();
    const library = await scene.library(ada);
    library.db.close();
    await beginLeaving(scene.device(), ada);
    const { session } = scene.tab(nobodySignedIn);
    await stateOf(session, 'signedOut', ({ offline }) => !offline);
    expect(await scene.databases()).not.toContain(libraryName(ada));
  });

  test('signing out is over once the person signs in again, also where the server never heard of it', async () => {
    const { session, server, device } = await signedIn();
    server.answerTo = unreachable;
    await session.signOut(nothingUnsent);
    server.answerTo = signedInAs(ada);
    await session.signIn({ username: 'ada', password });
    await stateOf(session, 'open');
    expect(await leavingUser(device())).toBeNull();
  });
});

describe('two tabs of one device', () => {
  test('two tabs of one device sign in and out together', async () => {
    const scene = deviceScene();
    const first = scene.tab(nobodySignedIn);
    const second = scene.tab(nobodySignedIn);
    await Promise.all([stateOf(first.session, 'signedOut'), stateOf(second.session, 'signedOut')]);
    await first.session.signIn({ username: 'ada', password });
    expect((await stateOf(second.session, 'open')).library.user).toEqual(ada);
    await first.session.signOut(nothingUnsent);
    await stateOf(second.session, 'signedOut');
    expect(second.loop).toEqual(['start ada', 'stop']);
  });
});
