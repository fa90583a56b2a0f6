/** Tests two apps in one process as nodes of one PostgreSQL and one place of files. */
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createDiskBlobs } from './storage/blobs/disk-blobs.ts';
import type { BlobStorage } from './storage/ports/blob-storage.ts';
import type { Nodes } from './storage/ports/nodes-port.ts';
import { openNodes } from './storage/postgres/nodes.ts';
import { postgresStorages } from './storage/postgres/postgres-storages.ts';
import { TestSchemas } from './testing/postgres/test-postgres.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { testApp } from './testing/test-app.ts';
import { fileClient, madeId } from './testing/upload-requests.ts';

const schemas = new TestSchemas();
afterAll(() => schemas.close());

async function twoNodes() {
  const { database, release } = await schemas.take();
  const folder = temporaryFolder();
  const files = createDiskBlobs(join(folder.path, 'files'));
  const opened = await Promise.all([openNodes(database), openNodes(database)]);
  const [near, far] = opened;
  const node = (nodes: Nodes & { close(): Promise<void> }, ownFiles: BlobStorage = files) =>
    testApp({ outside: { storages: postgresStorages(database, { nodes }), files: ownFiles } });
  return {
    ...{ near, far, node, files },
    async [Symbol.asyncDispose]() {
      await Promise.all(opened.map(({ close }) => close()));
      folder[Symbol.dispose]();
      release();
    },
  };
}

test('a clearing on one node waits for the bytes that another is putting in their place', async () => {
  await using scene = await twoNodes();
  const placing = Promise.withResolvers<void>();
  const placed = Promise.withResolvers<void>();
  const wanted = Promise.withResolvers<void>();
  const slow: BlobStorage = {
    ...scene.files,
    temporary() {
      const draft = scene.files.temporary();
      return {
        ...draft,
        async keep(name) {
          await draft.keep(name);
          placing.resolve();
          await placed.promise;
        },
      };
    },
  };
  const near: typeof scene.near = {
    ...scene.near,
    async turn(key) {
      const turn = await scene.near.turn(key);
      turn.overtaken.addEventListener('abort', () => wanted.resolve());
      return turn;
    },
  };
  using first = scene.node(near, slow);
  using second = scene.node(scene.far);
  const client = await fileClient(first);
  const uploading = client.upload(1, { bytes: '# Plan' });
  await placing.promise;
  // The bytes are in their place, and the record of them is not sure yet.
  const clearing = second.services.clearBlobs.daily();
  await Promise.race([clearing, wanted.promise]);
  placed.resolve();
  const uploaded = await uploading;
  expect(uploaded.status).toBe(201);
  await clearing;
  expect(await (await client.download(madeId(uploaded))).text()).toBe('# Plan');
  expect([first.errors, second.errors]).toEqual([[], []]);
});

test('what is erased once a day is erased by one node', async () => {
  await using scene = await twoNodes();
  using first = scene.node(scene.near);
  using second = scene.node(scene.far);
  const listed: string[] = [];
  for (const [name, { services }] of Object.entries({ first, second })) {
    const { daily } = services.clearBlobs;
    services.clearBlobs.daily = async () => {
      listed.push(name);
      await daily();
    };
  }
  await Promise.all([first, second, first].map(({ services }) => services.eraseOldDeletions()));
  await second.services.eraseOldDeletions();
  expect(listed).toHaveLength(1);
  first.clock.at += 24 * 60 * 60 * 1000;
  second.clock.at = first.clock.at;
  await second.services.eraseOldDeletions();
  await first.services.eraseOldDeletions();
  expect(listed.slice(1)).toEqual(['second']);
});
