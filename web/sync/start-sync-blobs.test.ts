import { describe, expect, test, vi } from 'vitest';
import type { Library } from '../data/database/library.ts';
import { fileScene } from '../data/testing/resources-scene.ts';
import type { BlobRequest } from '../platform/blob-transfer.ts';
import { scriptedServer } from './library-scene.ts';
import { loopScene } from './loop-scene.ts';

const started = loopScene();

describe('files', () => {
  /** A file that the server has a row of, and no bytes. */
  async function withFile(): Promise<Library> {
    const scene = await fileScene();
    await scene.add('bytes');
    await scene.confirm();
    return scene.library;
  }
  const has = (offset: number) => ({
    status: 200,
    retryAfter: null,
    body: { offset, size: 5, complete: offset === 5 },
  });

  test('go after a round that went well, and what arrived is heard of in another one', async () => {
    const library = await withFile();
    let there = 0;
    const transfer = async ({ bytes }: BlobRequest) => {
      there += bytes?.size ?? 0;
      return has(there);
    };
    const { sync, server } = started(library, scriptedServer(), { transfer });
    await vi.waitFor(() => expect(server.requests).toHaveLength(2));
    // The row does not say so yet: that is no reason to ask without end.
    for (let round = 3; round < 6; round += 1) {
      await sync.syncNow();
      expect(server.requests).toHaveLength(round);
    }
  });

  test('let a round that begins meanwhile go first', async () => {
    const library = await withFile();
    const order: string[] = [];
    const answer = Promise.withResolvers<void>();
    const scripted = scriptedServer();
    const send: typeof scripted.send = async (request) => {
      const answered = await scripted.send(request);
      if (scripted.requests.length > 1) await answer.promise;
      return answered;
    };
    const transfer = async ({ method, bytes }: BlobRequest) => {
      if (order.length === 3) return has(5);
      order.push(method);
      if (method === 'GET') {
        pokes.next(undefined);
        await vi.waitFor(() => expect(scripted.requests).toHaveLength(2));
      }
      return has(bytes?.size ?? 0);
    };
    const { pokes } = started(library, { ...scripted, send }, { transfer });
    await vi.waitFor(() => expect(scripted.requests).toHaveLength(2));
    await vi.waitFor(async () =>
      expect(await library.db.uploads.toArray()).toMatchObject([{ state: 'sending' }]),
    );
    // A piece that did not wait would have been read and sent by now.
    for (let reading = 0; reading < 20; reading += 1) await library.db.files.toArray();
    order.push('the round ends');
    answer.resolve();
    await vi.waitFor(() => expect(order).toEqual(['GET', 'the round ends', 'PUT']));
  });

  test('wait where the texts do not pass', async () => {
    const library = await withFile();
    const transfer = vi.fn(async () => null);
    const { sync } = started(
      library,
      scriptedServer(() => null),
      { transfer },
    );
    await sync.syncNow();
    await sync.syncNow();
    expect(transfer).not.toHaveBeenCalled();
  });

  test('are broken off when the loop is stopped, and can be asked for by a screen', async () => {
    const library = await withFile();
    const signals: (AbortSignal | undefined)[] = [];
    const transfer = ({ signal }: BlobRequest) => {
      signals.push(signal);
      return new Promise<null>((resolve) => signal?.addEventListener('abort', () => resolve(null)));
    };
    const { sync } = started(library, scriptedServer(), { transfer });
    await vi.waitFor(() => expect(signals).toHaveLength(1));
    const [stored] = await library.db.resources.toArray();
    if (stored === undefined) throw new Error('The file has no row.');
    expect(await (await sync.files.fetchBlob(stored.row))?.text()).toBe('bytes');
    sync.stop();
    expect(signals[0]?.aborted).toBe(true);
  });

  test('are looked at when somebody says that there are some', async () => {
    const library = await withFile();
    const transfer = vi.fn(async () => null);
    const { sync } = started(
      library,
      scriptedServer(() => null),
      { transfer },
    );
    sync.files.wake();
    await vi.waitFor(() => expect(transfer).toHaveBeenCalledOnce());
  });
});
