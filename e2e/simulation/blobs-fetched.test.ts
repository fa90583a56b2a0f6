/** Files that come to a device: whole, as their row says, or not at all. */
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { setKeepOffline } from '../../web/data/resources/blob-storage.ts';
import { type Fault, network, origin, ownAnswer, reset, slowBody } from '../../web/platform/network-scene.ts';
import { added, projectId, rowIsThere, scene, synced, withProject, words } from './resources-scene.ts';

/** Happens to the next request for the bytes of a file. */
function onNextDownload(fault: Fault): void {
  const path = `${origin}/api/resources/*/download`;
  network.use(http.get(path, ({ request }) => fault(request), { once: true }));
}

const attachment = { 'Content-Type': 'text/plain', 'Content-Disposition': 'attachment' };

test('the files of a project that is kept offline come by themselves, and what is broken off comes again', async () => {
  await using world = await scene();
  const { device } = await rowIsThere(world);
  await synced(device);
  const other = await world.device();
  await other.round();
  await other.files();
  expect(await other.items()).toMatchObject([{ here: false }]);
  await setKeepOffline(other.library, projectId, true);
  onNextDownload(reset);
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
  const { body, give } = slowBody();
  give(new TextEncoder().encode('A file'));
  onNextDownload(ownAnswer(body, { headers: attachment }));
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
  onNextDownload(ownAnswer('tampered', { headers: attachment }));
  expect(await other.fetch(item.resource)).toEqual({ kind: 'missing' });
  onNextDownload(() => HttpResponse.text(words));
  expect(await other.fetch(item.resource)).toMatchObject({ kind: 'again', reason: 'network' });
  const stop = AbortSignal.abort();
  expect(await other.fetch(item.resource, undefined, stop)).toMatchObject({ kind: 'again' });
  expect(await other.library.db.files.count()).toBe(0);
  expect(await other.fetch(item.resource)).toMatchObject({ kind: 'bytes' });
});
