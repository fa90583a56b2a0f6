/** Scenes for the blob lane: a server that accepts blobs, and a lane that was started. */
import { vi } from 'vitest';
import type { Resource } from '#shared/model/resource.ts';
import { fileScene, projectId, type ResourceScene } from '../data/testing/resources-scene.ts';
import type { BlobAnswer, BlobRequest } from '../platform/blob-transfer.ts';
import type { Exclusive } from '../platform/exclusive.ts';
import { type BlobLaneDeps, startBlobLane } from './blob-lane.ts';

export const oneByOne = (): Exclusive => {
  let last: Promise<unknown> = Promise.resolve();
  return (_name, task) => {
    const run = last.then(() => task());
    last = run.catch(() => undefined);
    return run;
  };
};

/** A server that takes what it is sent, with what it has of each file. */
export function takingServer(
  on: (request: BlobRequest) => Promise<BlobAnswer> | undefined = () => undefined,
) {
  const requests: BlobRequest[] = [];
  const has = new Map<string, number>();
  const transfer = async (request: BlobRequest): Promise<BlobAnswer> => {
    requests.push(request);
    const scripted = on(request);
    if (scripted !== undefined) return scripted;
    const size = 5;
    const offset = (has.get(request.path) ?? 0) + (request.bytes?.size ?? 0);
    has.set(request.path, offset);
    return { status: 200, retryAfter: null, body: { offset, size, complete: offset === size } };
  };
  return { transfer, requests, methods: () => requests.map(({ method }) => method) };
}

export function started({ library }: ResourceScene, changes: Partial<BlobLaneDeps> = {}) {
  const arrived = vi.fn();
  const lane = startBlobLane({
    library,
    transfer: takingServer().transfer,
    exclusive: oneByOne(),
    now: () => 0,
    random: () => 1,
    afterText: async () => undefined,
    onArrived: arrived,
    ...changes,
  });
  return { lane, arrived };
}

export async function waitingFile(): Promise<ResourceScene> {
  const scene = await fileScene();
  await scene.add('bytes');
  await scene.confirm();
  return scene;
}

/** A resource that another device added. */
export const elsewhere: Resource = {
  id: 9,
  projectId,
  name: 'a',
  originalFilename: 'a.txt',
  description: '',
  fileType: 'text/plain',
  fileSize: 5,
  // Of "hello".
  sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
  createdAt: '2026-01-01T00:00:00.000Z',
  available: true,
};
