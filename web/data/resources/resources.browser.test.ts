import { expect, test } from 'vitest';
import { limits } from '#shared/model/limits.ts';
import { commit } from '../commit/commit.ts';
import { deleteLibrary, openLibrary } from '../database/library.ts';
import { addResource, blobBytes, resourcesOf } from './resources.ts';

test('in a real browser the bytes of a file survive closing the library, to the last of 10 MiB', async () => {
  const user = { id: 41, username: 'files', displayName: 'F' };
  const deps = {
    random: (words: Uint32Array<ArrayBuffer>) => crypto.getRandomValues(words),
    now: () => Date.parse('2026-01-01T00:00:00Z'),
  };
  await deleteLibrary(user, deps);
  const library = await openLibrary(user, deps);
  await commit(library, 'createProject', { id: 1, name: 'P', color: 'red' });
  const content = new Uint8Array(limits.maxUploadBytes).map((_, index) => 32 + (index % 90));
  const file = new File([content], 'large.txt', { type: 'text/plain' });
  expect(
    await addResource(library, { projectId: 1, file, name: 'large.txt', description: '' }),
  ).toMatchObject({
    ok: true,
  });
  library.db.close();
  const reopened = await openLibrary(user, deps);
  const [item] = await resourcesOf(reopened, 1);
  expect(item).toMatchObject({ here: true, upload: { state: 'waiting', total: limits.maxUploadBytes } });
  const bytes = item && (await blobBytes(reopened, item.resource.sha256));
  expect(bytes?.type).toBe('application/octet-stream');
  const kept = new Uint8Array((await bytes?.arrayBuffer()) ?? new ArrayBuffer(0));
  expect(kept.length).toBe(content.length);
  expect(kept.every((byte, index) => byte === content[index])).toBe(true);
  reopened.db.close();
  await deleteLibrary(user, deps);
});
