// Dexie's live queries stay silent where the global IndexedDB was missing when Dexie was loaded.
import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { messages } from '#shared/model/messages.ts';
import { beginLeaving, rememberUser } from '../data/database/device-db.ts';
import { nothingUnsent } from '../data/drafts/unsent.ts';
import {
  ada,
  deviceScene,
  nobodySignedIn,
  refused,
  signedInAs,
  stateOf,
  unreachable,
} from './session-scene.ts';

const password = 'engine';
const credentials = { username: 'ada', password };
const isUserQuestion = (request: string) => request === 'GET /api/session';

async function signedOutTab() {
  const tab = deviceScene().tab(nobodySignedIn);
  await stateOf(tab.session, 'signedOut');
  return tab;
}

test('a sign-in that finds no server shows it, and the server is asked again every five seconds', async () => {
  const { session, server, clock, requests } = await signedOutTab();
  server.answerTo = unreachable;
  expect(await session.signIn(credentials)).toMatchObject({ ok: false });
  expect(session.read()).toEqual({ kind: 'signedOut', offline: true });
  await session.signIn(credentials);
  const reports: unknown[] = [];
  session.subscribe(() => reports.push(session.read()));
  requests.length = 0;
  clock.pass(5000);
  // Takes its turn after every question that was begun.
  await session.signOut(nothingUnsent);
  expect(requests.filter(isUserQuestion)).toHaveLength(1);
  expect(reports).toEqual([]);
  server.answerTo = signedInAs(ada);
  clock.pass(5000);
  expect((await stateOf(session, 'open')).library.user).toEqual(ada);
});

test('a refused sign-in shows no server as missing', async () => {
  const { session, server } = await signedOutTab();
  server.answerTo = () => refused(401, 'wrong_credentials');
  expect(await session.signIn(credentials)).toMatchObject({ ok: false });
  expect(session.read()).toEqual({ kind: 'signedOut', offline: false });
});

test('a sign-in while somebody is signed in changes nothing, with or without a server', async () => {
  const { session, server, loop, clock } = await signedOutTab();
  server.answerTo = signedInAs(ada);
  await session.signIn(credentials);
  const { library, isLeaving } = await stateOf(session, 'open');
  expect(isLeaving).toBe(false);
  await session.signIn(credentials);
  expect(loop).toEqual(['start ada']);
  server.answerTo = unreachable;
  await session.signIn(credentials);
  clock.pass(10_000);
  const state = session.read();
  expect(state.kind === 'open' && state.library === library).toBe(true);
});

test('somebody who signs in while the server was missing is not asked about again', async () => {
  const { session, server, loop, clock, requests } = await signedOutTab();
  server.answerTo = unreachable;
  await session.signIn(credentials);
  server.answerTo = signedInAs(ada);
  await session.signIn(credentials);
  await stateOf(session, 'open');
  requests.length = 0;
  clock.pass(10_000);
  await session.signIn(credentials);
  expect(loop).toEqual(['start ada']);
  expect(requests.filter(isUserQuestion)).toEqual([]);
});

test('a sign-in on a device that keeps nothing is refused with that reason', async () => {
  const scene = deviceScene();
  const { session, server } = scene.tab(nobodySignedIn);
  await stateOf(session, 'signedOut');
  server.answerTo = signedInAs(ada);
  scene.libraryDeps.random = () => {
    throw new Error('forbidden');
  };
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  expect(await session.signIn(credentials)).toEqual({
    ok: false,
    message: messages.deviceRefuses,
    reached: true,
  });
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
  expect(session.read()).toMatchObject({ kind: 'unreadable' });
});

test('a sign-out that was begun is finished once the server is back', async () => {
  const scene = deviceScene();
  await beginLeaving(scene.device(), ada);
  const { session, server, clock, requests } = scene.tab(unreachable);
  await stateOf(session, 'signedOut', ({ offline }) => offline);
  server.answerTo = nobodySignedIn;
  clock.pass(5000);
  await stateOf(session, 'signedOut', ({ offline }) => !offline);
  expect(requests.filter((request) => request.endsWith('/api/logout'))).toHaveLength(2);
});

test('nobody who is signed out has anything unsent, or is signed out twice', async () => {
  const { session, requests } = await signedOutTab();
  requests.length = 0;
  expect(await session.unsent()).toEqual(nothingUnsent);
  expect(await session.signOut(nothingUnsent)).toEqual({ kind: 'signedOut' });
  expect(await session.signInAgain(password)).toBeNull();
  expect(requests).toEqual([]);
});

test('signing in again sends the username, and signing up again the name on the screen as well', async () => {
  const scene = deviceScene();
  await rememberUser(scene.device(), ada);
  const { session, bodies } = scene.tab(signedInAs(ada));
  await stateOf(session, 'open');
  await session.signInAgain(password);
  await session.signUpAgain(password);
  expect(bodies).toEqual([
    { username: 'ada', password },
    { username: 'ada', displayName: 'Ada Lovelace', password },
  ]);
});

test('an account that cannot be noted on this device is refused with that reason', async () => {
  const scene = deviceScene();
  await rememberUser(scene.device(), ada);
  const { session } = scene.tab(signedInAs(ada), {
    resume: () => Promise.reject(new Error('full')),
  });
  await stateOf(session, 'open');
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  expect(await session.signInAgain(password)).toEqual({ message: messages.deviceRefuses, mayBeGone: false });
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
});
