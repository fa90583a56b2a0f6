import { expect, test } from 'vitest';
import { noModels } from './no-models-scene.ts';
import { ada, deviceScene, grace } from './session-scene.ts';
import { createSessionStore, type SessionState } from './session-state.ts';

const sync = {
  syncNow: async () => undefined,
  rejoin: async () => undefined,
  resume: async () => undefined,
  stop: () => undefined,
  files: { fetchBlob: async () => null, fetchAll: async () => 'done' as const, wake: () => undefined },
};

test('a session begins as loading, and a listener that stopped listening is called no more', () => {
  const store = createSessionStore();
  expect(store.read()).toEqual({ kind: 'loading' });
  const kinds: SessionState['kind'][] = [];
  const stop = store.subscribe(() => kinds.push(store.read().kind));
  store.set({ kind: 'signingOut' });
  stop();
  store.set({ kind: 'signedOut', offline: false });
  expect(kinds).toEqual(['signingOut']);
});

test('only the library that is open is marked as leaving', async () => {
  const scene = deviceScene();
  const [library, other] = [await scene.library(ada), await scene.library(grace)];
  const store = createSessionStore();
  store.setLeaving(library, true);
  expect(store.read()).toEqual({ kind: 'loading' });
  store.set({ kind: 'open', library, sync, models: noModels, isLeaving: false });
  store.setLeaving(other, true);
  expect(store.read()).toMatchObject({ isLeaving: false });
  store.setLeaving(library, true);
  expect(store.read()).toMatchObject({ isLeaving: true });
  library.db.close();
  other.db.close();
});
