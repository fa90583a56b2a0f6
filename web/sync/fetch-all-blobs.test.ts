/** Every file of a library is fetched before a flight, as far as it fits here. */
import { expect, test, vi } from 'vitest';
import { resourcesOf } from '../data/resources/resources.ts';
import { sha256Of } from '../data/resources/sha256.ts';
import { fileScene, projectId, type ResourceScene } from '../data/testing/resources-scene.ts';
import type { BlobAnswer, BlobRequest } from '../platform/blob-transfer.ts';
import { startBlobLane } from './blob-lane.ts';

function laneOf(
  { library }: ResourceScene,
  { transfer }: ReturnType<typeof gives>,
  afterText = async (): Promise<void> => undefined,
) {
  return startBlobLane({
    ...{ library, transfer, afterText },
    exclusive: (_name, task) => task(),
    now: () => 0,
    random: () => 1,
    onArrived: () => undefined,
  });
}

/** Rows of another device about these words, with bytes that the server gives. */
async function onServer(scene: ResourceScene, ...files: string[]): Promise<void> {
  for (const [index, text] of files.entries()) {
    await scene.pull({
      ...{ id: index + 1, projectId, name: text, originalFilename: 'a.txt', description: '' },
      ...{ fileType: 'text/plain', fileSize: text.length, sha256: await sha256Of(contentOf(text)) },
      ...{ createdAt: '2026-01-01T00:00:00.000Z', available: true },
    });
  }
}

const contentOf = (text: string) => new TextEncoder().encode(text).buffer;

/** Answers each download with these words, or not at all. */
function gives(
  answers: Record<string, string>,
  on: (request: BlobRequest) => Promise<void> = async () => {},
) {
  const requests: BlobRequest[] = [];
  const transfer = async (request: BlobRequest): Promise<BlobAnswer> => {
    requests.push(request);
    await on(request);
    const text = answers[request.path];
    if (text === undefined) return null;
    return { status: 200, retryAfter: null, body: undefined, bytes: contentOf(text) };
  };
  return { transfer, requests };
}

const download = (id: number) => `/api/resources/${id}/download`;
const keptHere = async ({ library }: ResourceScene) =>
  (await resourcesOf(library, projectId)).filter(({ here }) => here).map(({ resource }) => resource.name);

test('every file is fetched, each after the texts, and none twice', async () => {
  const scene = await fileScene();
  await onServer(scene, 'longer', 'short');
  const server = gives({ [download(1)]: 'longer', [download(2)]: 'short' });
  const afterText = vi.fn(async () => undefined);
  const lane = laneOf(scene, server, afterText);
  expect(await lane.fetchAll()).toBe('done');
  expect(server.requests.map(({ path }) => path)).toEqual([download(2), download(1)]);
  expect(afterText).toHaveBeenCalledTimes(2);
  expect(await keptHere(scene)).toEqual(['longer', 'short']);
  expect(await lane.fetchAll()).toBe('done');
  expect(server.requests).toHaveLength(2);
});

test('what was fetched stays where the network ends in the middle, and the rest is fetched later', async () => {
  const scene = await fileScene();
  await onServer(scene, 'longer', 'short');
  const lane = laneOf(scene, gives({ [download(2)]: 'short' }));
  expect(await lane.fetchAll()).toBe('interrupted');
  expect(await keptHere(scene)).toEqual(['short']);
  const again = laneOf(scene, gives({ [download(1)]: 'longer' }));
  expect(await again.fetchAll()).toBe('done');
});

test('a file that the server gives otherwise keeps no other one away', async () => {
  const scene = await fileScene();
  await onServer(scene, 'longer', 'short');
  const lane = laneOf(scene, gives({ [download(1)]: 'longer', [download(2)]: 'other' }));
  expect(await lane.fetchAll()).toBe('interrupted');
  expect(await keptHere(scene)).toEqual(['longer']);
});

test('nothing more is fetched once the device has no room', async () => {
  const scene = await fileScene();
  await onServer(scene, 'longer', 'short');
  const full = new DOMException('full', 'QuotaExceededError');
  vi.spyOn(scene.library.db.files, 'add').mockRejectedValue(full);
  const server = gives({ [download(1)]: 'longer', [download(2)]: 'short' });
  const lane = laneOf(scene, server);
  expect(await lane.fetchAll()).toBe('deviceFull');
  expect(server.requests).toHaveLength(1);
});

test('a file that was deleted meanwhile is no lack of room', async () => {
  const scene = await fileScene();
  await onServer(scene, 'longer', 'short');
  const server = gives({ [download(1)]: 'longer', [download(2)]: 'short' }, async ({ path }) => {
    if (path === download(2)) await scene.library.db.resources.delete(2);
  });
  const lane = laneOf(scene, server);
  expect(await lane.fetchAll()).toBe('done');
  expect(await keptHere(scene)).toEqual(['longer']);
});

test('it ends with the lane', async () => {
  const scene = await fileScene();
  await onServer(scene, 'longer', 'short');
  const server = gives({}, async ({ signal }) => {
    lane.stop();
    expect(signal?.aborted).toBe(true);
  });
  const lane = laneOf(scene, server);
  expect(await lane.fetchAll()).toBe('interrupted');
  expect(server.requests).toHaveLength(1);
});

test('a person who ends it keeps the files that had come, and no other is asked for', async () => {
  const scene = await fileScene();
  await onServer(scene, 'longer', 'short');
  const stopping = new AbortController();
  const server = gives({ [download(1)]: 'longer', [download(2)]: 'short' });
  const lane = laneOf(scene, server, async () => {
    if (server.requests.length === 1) stopping.abort();
  });
  expect(await lane.fetchAll(stopping.signal)).toBe('interrupted');
  expect(await keptHere(scene)).toEqual(['short']);
});
