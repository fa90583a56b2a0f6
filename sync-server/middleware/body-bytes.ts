/**
 * A body as bytes, piece by piece, with nothing read ahead of whoever uses them.
 * 1. Leaving off early does not cut the connection: what is refused can still be answered.
 * 2. Who is overtaken stops waiting for the next piece.
 * 3. Never more than `most` is let in; after that, or where the rest is still on its way, the connection is
 *    closed with the answer, because the next request would be read out of it.
 */
import type { Context } from 'hono';
import type { ServerContext } from './server-context.ts';

export type BodyBytes = {
  /** Throws where the sender breaks off, where there is more than `most`, and when `stop` is aborted. */
  read(stop?: AbortSignal): AsyncGenerator<Uint8Array>;
  /** Lets the rest go by. */
  skip(): Promise<void>;
  /** What an answer must say of the connection. */
  closing(): { headers?: Record<string, string> };
};

export function bodyBytes(c: Context<ServerContext>, most: number): BodyBytes {
  const reader = c.req.raw.body?.getReader();
  let size = 0;
  let atEnd = reader === undefined;

  async function* read(stop?: AbortSignal): AsyncGenerator<Uint8Array> {
    let interrupt = () => {};
    const stopNow = () => interrupt();
    stop?.addEventListener('abort', stopNow, { once: true });
    try {
      while (reader !== undefined && !atEnd) {
        // A promise for each piece: one race after another against the same one would keep every piece.
        const { done, value } = await new Promise<ReadableStreamReadResult<Uint8Array>>((resolve, reject) => {
          interrupt = () => reject(new Error('somebody else goes on with this'));
          if (stop?.aborted) interrupt();
          reader.read().then(resolve, reject);
        });
        if (done) {
          atEnd = true;
          return;
        }
        size += value.byteLength;
        if (size > most) throw new Error('the body is longer than any that is read here');
        yield value;
      }
    } finally {
      stop?.removeEventListener('abort', stopNow);
    }
  }

  return {
    read,
    async skip() {
      try {
        for await (const _piece of read());
      } catch {
        // The sender has gone, or goes on and on: the connection is closed with the answer.
      }
    },
    closing: () => (atEnd ? {} : { headers: { Connection: 'close' } }),
  };
}
