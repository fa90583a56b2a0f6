/** Files that come to a device: whole, as their row says, or not at all. */
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { protocolHeader } from '#shared/sync/wire.ts';
import { setKeepOffline } from '../../web/data/resources/blob-storage.ts';
import {
  added,
  network,
  origin,
  projectId,
  rowIsThere,
  scene,
  synced,
  withProject,
  words,
} from './resources-scene.ts';

test('the files of a project that is kept offline come by themselves, and what is broken off comes again', async () => {
  await using world = await scene();
  const { device } = await rowIsThere(world);
  await synced(device);
  const other = await world.device();
  await other.round();
  await other.files();
  expect(await other.items()).toMatchObject([{ here: false }]);
  await setKeepOffline(other.library, projectId, true);
  network.use(http.get(`${origin}/api/resources/*/download`, () => HttpResponse.error(), { once: true }));
  expect(await other.files()).toMatchObject({ kind: 'again' });
  expect(await other.files()).toEqual({ kind: 'done' });
  expect(await other.items()).toMatchObject([{ here: true }]);
});

test('a file that is JSON, or is empty, comes as it is', async () => {
  await using world = await scene();
  const device = await world.device();
  await withProject(device);
  await added(device, '{ "seq" :  1 }', 'answer.json');
  await added(device, '', 'nothing.txt');
  await synced(device);
  const other = await world.device();
  await other.round();
  for (const { resource } of await other.items()) {
    expect(await other.fetch(resource)).toMatchObject({ kind: 'bytes' });
  }
  const texts = (await other.library.db.files.toArray()).map(({ bytes }) => new Response(bytes).text());
  expect((await Promise.all(texts)).sort()).toEqual(['', '{ "seq" :  1 }']);
});

test('fetching can be broken off in the middle, and nothing of it is kept', async () => {
  await using world = await scene();
  const { device } = await rowIsThere(world);
  await synced(device);
  const other = await world.device();
  await other.round();
  const [item] = await other.items();
  if (item === undefined) throw new Error('The row is there.');
  const endless = new ReadableStream({
    start: (pieces) => pieces.enqueue(new TextEncoder().encode('A file')),
  });
  const headers = { [protocolHeader]: '1', 'Content-Disposition': 'attachment' };
  network.use(
    http.get(`${origin}/api/resources/*/download`, () => new HttpResponse(endless, { headers }), {
      once: true,
    }),
  );
  const stop = new AbortController();
  const fetched = other.fetch(item.resource, () => stop.abort(), stop.signal);
  expect(await fetched).toMatchObject({ kind: 'again', reason: 'network' });
  expect(await other.library.db.files.count()).toBe(0);
});

test('what comes in place of a file is not kept', async () => {
  await using world = await scene();
  const { device } = await rowIsThere(world);
  await synced(device);
  const other = await world.device();
  await other.round();
  const [item] = await other.items();
  if (item === undefined) throw new Error('The row is there.');
  const download = `${origin}/api/resources/*/download`;
  network.use(
    http.get(download, () => HttpResponse.text('tampered', { headers: { [protocolHeader]: '1' } }), {
      once: true,
    }),
  );
  expect(await other.fetch(item.resource)).toEqual({ kind: 'missing' });
  network.use(http.get(download, () => HttpResponse.text(words), { once: true }));
  expect(await other.fetch(item.resource)).toMatchObject({ kind: 'again', reason: 'network' });
  const stop = AbortSignal.abort();
  expect(await other.fetch(item.resource, undefined, stop)).toMatchObject({ kind: 'again' });
  expect(await other.library.db.files.count()).toBe(0);
  expect(await other.fetch(item.resource)).toMatchObject({ kind: 'bytes' });
});
