// Dexie's live queries stay silent where the global IndexedDB was missing when Dexie was loaded.
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { messages } from '#shared/model/messages.ts';
import { DeviceDb, rememberUser } from '../data/database/device-db.ts';
import { hasRememberedSession } from '../data/database/remembered-session.ts';
import type { Session } from './session.ts';
import { startSessionGate } from './session-gate.ts';
import {
  type AnswerTo,
  ada,
  deviceScene,
  nobodySignedIn,
  signedInAs,
  stateOf,
  unreachable,
} from './session-scene.ts';

const password = 'engine';

/** A tab of a device whose session is loaded behind a gate. */
function gateScene(answerTo: AnswerTo, { isRemembered = false, fails = 0 } = {}) {
  const scene = deviceScene();
  const idle: (() => void)[] = [];
  const server = { answerTo };
  const requests: string[] = [];
  let failing = fails;
  let loads = 0;
  const order: string[] = [];
  const gate = startSessionGate({
    isRemembered: async () => isRemembered,
    async send({ method, path }) {
      requests.push(`${method} ${path}`);
      return server.answerTo(method, path);
    },
    async load(known): Promise<Session> {
      loads += 1;
      order.push('session');
      failing -= 1;
      if (failing >= 0) throw new Error('This part of the app cannot be fetched.');
      const tab = scene.tab((method, path) => server.answerTo(method, path), {}, known);
      return tab.session;
    },
    loadScreens: () => order.push('screens'),
    whenIdle: (task) => idle.push(task),
  });
  return {
    gate,
    scene,
    server,
    requests,
    loads: () => loads,
    order,
    rest: () => idle.splice(0).map((task) => task()),
  };
}

test('a visitor sees the sign-in page before the session is loaded, and keeps it while it loads', async () => {
  const { gate, requests, loads, rest } = gateScene(nobodySignedIn);
  await stateOf(gate, 'signedOut');
  expect([requests, loads()]).toEqual([['GET /api/session'], 0]);
  const kinds: string[] = [];
  gate.subscribe(() => kinds.push(gate.read().kind));
  rest();
  await expect.poll(() => kinds).toEqual(['signedOut']);
});

test('a remembered library is asked for before its screens, which are evaluated while the device opens it', async () => {
  const { gate, order, scene } = gateScene(nobodySignedIn, { isRemembered: true });
  await rememberUser(scene.device(), ada);
  await stateOf(gate, 'open');
  expect(order).toEqual(['session', 'screens']);
});

test('signing in loads the session, and the state of the gate is that of the session', async () => {
  const { gate, server } = gateScene(nobodySignedIn);
  await stateOf(gate, 'signedOut');
  server.answerTo = signedInAs(ada);
  expect(await gate.signIn({ username: 'ada', password })).toMatchObject({ ok: true });
  expect((await stateOf(gate, 'open')).library.user).toEqual(ada);
});

test('a person whom this device remembers is not asked for, and the session is loaded at once', async () => {
  const { gate, requests, loads } = gateScene(unreachable, { isRemembered: true });
  expect(await stateOf(gate, 'signedOut')).toEqual({ kind: 'signedOut', offline: true });
  expect([requests, loads()]).toEqual([[], 1]);
});

test('without an answer of the server the session is loaded, which asks later', async () => {
  const { gate, loads } = gateScene(unreachable);
  expect(await stateOf(gate, 'signedOut')).toEqual({ kind: 'signedOut', offline: true });
  expect(loads()).toBe(1);
});

test('a session that cannot be loaded for a person says that nothing can be opened', async () => {
  const { gate } = gateScene(signedInAs(ada), { fails: 1 });
  expect((await stateOf(gate, 'unreadable')).error).toBeInstanceOf(Error);
});

test('a visitor whose session could not be loaded is told so, and can sign in later', async () => {
  const { gate, server, loads, rest } = gateScene(nobodySignedIn, { fails: 2 });
  await stateOf(gate, 'signedOut');
  rest();
  await expect.poll(loads).toBe(1);
  server.answerTo = signedInAs(ada);
  const credentials = { username: 'ada', password };
  expect(await gate.signIn(credentials)).toMatchObject({ ok: false, message: messages.serverUnreachable });
  expect(await gate.signIn(credentials)).toMatchObject({ ok: true });
});

test('a device remembers nobody until somebody signs in, and looking makes no database', async () => {
  const indexedDB = new IDBFactory();
  expect(await hasRememberedSession(indexedDB, '/p')).toBe(false);
  expect(await indexedDB.databases()).toEqual([]);
  const device = new DeviceDb({ indexedDB, IDBKeyRange }, '/p');
  await device.open();
  expect(await hasRememberedSession(indexedDB, '/p')).toBe(false);
  await rememberUser(device, ada);
  expect(await hasRememberedSession(indexedDB, '/p')).toBe(true);
  expect(await hasRememberedSession(indexedDB, '')).toBe(false);
  device.close();
});
