import { expect, test } from 'vitest';
import type { Turn } from '../../storage/ports/turns-port.ts';
import { testApp } from '../../testing/test-app.ts';
import { fileClient, resourceRow, sha256 } from '../../testing/upload-requests.ts';
import { createPokes } from '../change/pokes.ts';
import { createStoreBlob } from './store-blob.ts';

/** A row that waits for its bytes, of which there is an unsure record; `removed` stands for what happens with its file. */
async function scene({ removed, overtaken }: { removed: () => Promise<unknown>; overtaken: AbortSignal }) {
  const server = testApp();
  const client = await fileClient(server);
  await client.json('POST', '/api/projects/1/resources', resourceRow('words'));
  const { storages, files } = server.outside;
  const { blobs } = storages.library;
  const [user] = await server.rows.sql('SELECT id FROM users');
  const name = { userId: Number(user?.['id']), sha256: sha256('words') };
  await blobs.announce(name.userId, { sha256: name.sha256, size: 5 }, 1_000);
  const turn = async (): Promise<Turn> => ({ overtaken, [Symbol.dispose]() {} });
  const keep = createStoreBlob({
    ...{ blobs, turn, pokes: createPokes(), maxStorage: 1_000 },
    files: { ...files, remove: async () => void (await removed()) },
  });
  return { server, keep, name, library: storages.library, [Symbol.dispose]: () => server[Symbol.dispose]() };
}

test('bytes that another node has stored while they were removed are asked for once more', async () => {
  let stored: number | null = null;
  using here = await scene({
    async removed() {
      const { seq } = await here.library.blobs.confirm(here.name.userId, here.name.sha256, ['text/plain']);
      stored = seq;
    },
    overtaken: new AbortController().signal,
  });
  const { library, keep, name } = here;
  await keep.release(name);
  expect(stored).not.toBeNull();
  expect(await library.latestSeq(name.userId)).toBe(Number(stored) + 1);
  expect(await library.resourcesWith(name.userId, name.sha256)).toMatchObject([{ available: false }]);
});

test('whoever has lost the turn removes nothing more', async () => {
  let removals = 0;
  using here = await scene({
    async removed() {
      removals += 1;
    },
    overtaken: AbortSignal.abort(),
  });
  await here.keep.release(here.name);
  expect(removals).toBe(0);
  expect(await here.library.blobs.find(here.name.userId, here.name.sha256)).toMatchObject({
    state: 'unsure',
  });
});
