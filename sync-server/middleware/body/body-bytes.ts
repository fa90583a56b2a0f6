/**
 * A body as bytes, piece by piece, with nothing read ahead of whoever uses them.
 * 1. Leaving off early does not cut the connection: what is refused is answered at once, and
 *    `connections.ts` sees to the rest.
 * 2. Who is stopped stops waiting for the next piece, which may never come.
 * 3. Never more than `most` is let in.
 */
import type { Context } from 'hono';
import type { ServerContext } from '../server-context.ts';

/** Throws where the sender breaks off, `BodyTooLarge` beyond the limit, and when `stop` is aborted. */
export type ReadBody = (stop: AbortSignal) => AsyncGenerator<Uint8Array>;

export class BodyTooLarge extends Error {}

/** Tells whether a body says of itself that it is longer than `most` bytes. */
export function claimsMoreThan(c: Context<ServerContext>, most: number): boolean {
  return Number(c.req.header('Content-Length') ?? 0) > most;
}

export function bodyBytes(c: Context<ServerContext>, most: number): ReadBody {
  const reader = c.req.raw.body?.getReader();
  let size = 0;

  return async function* read(stop) {
    let interrupt = () => {};
    const stopNow = () => interrupt();
    stop.addEventListener('abort', stopNow, { once: true });
    try {
      while (reader !== undefined) {
        // A promise for each piece: one race after another against the same one would keep every piece.
        const { done, value } = await new Promise<ReadableStreamReadResult<Uint8Array>>((resolve, reject) => {
          interrupt = () => reject(new Error('nobody reads on'));
          if (stop.aborted) interrupt();
          reader.read().then(resolve, reject);
        });
        if (done) return;
        size += value.byteLength;
        if (size > most) throw new BodyTooLarge();
        yield value;
      }
    } finally {
      stop.removeEventListener('abort', stopNow);
    }
  };
}
