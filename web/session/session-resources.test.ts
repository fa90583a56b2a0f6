// Dexie's live queries stay silent where the global IndexedDB was missing when Dexie was loaded.
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { commit } from '../data/commit/commit.ts';
import { rememberUser } from '../data/database/device-db.ts';
import { addResource, blobBytes, resourcesOf } from '../data/resources/resources.ts';
import { ada, deviceScene, signedInAs, stateOf } from './session-scene.ts';

async function signedInWithFile() {
  const scene = deviceScene();
  await rememberUser(scene.device(), ada);
  const { session } = scene.tab(signedInAs(ada));
  const { library } = await stateOf(session, 'open');
  await commit(library, 'createProject', { id: 1, name: 'P', color: 'red' });
  const file = new File(['only here'], 'a.txt', { type: 'text/plain' });
  await addResource(library, { projectId: 1, file, name: 'a.txt', description: '' });
  return { scene, session, library };
}

test('a file whose bytes are only here counts as unsent, also when its row is on the server', async () => {
  const { session, library } = await signedInWithFile();
  expect(await session.unsent()).toMatchObject({ count: 2 });
  await library.db.outbox.clear();
  expect(await session.unsent()).toMatchObject({ count: 1 });
  await library.db.uploads.clear();
  expect(await session.unsent()).toMatchObject({ count: 0 });
});

test('after signing out no bytes of the person are on the device', async () => {
  const { scene, session, library } = await signedInWithFile();
  const [item] = await resourcesOf(library, 1);
  await session.signOut(await session.unsent());
  expect(await scene.databases()).not.toContain(library.db.name);
  const reopened = await scene.library(ada);
  expect(item && (await blobBytes(reopened, item.resource.sha256))).toBeUndefined();
  reopened.db.close();
});
