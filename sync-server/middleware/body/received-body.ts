/**
 * Receives a request body whole, within a bound.
 * 1. Leaving off early does not cut the connection: what is refused is answered at once, and `connections.ts` sees to
 *    the rest.
 * 2. From Node's own message where there is one and nothing has to be decoded: a web stream around it costs more than
 *    all else that a short request does.
 */
import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import type { ServerContext } from '../server-context.ts';
import { type ContentCoding, decodedBody, EncodedTooLarge } from './content-coding.ts';

export type ReceivedBody = Uint8Array | 'too_large' | 'too_many' | 'broken_off';

/** `hold` returns false where the account has too much in memory already. */
type Bounds = { maxBytes: number; hold(bytes: number): boolean };

export function receiveBody(
  c: Context<ServerContext>,
  coding: ContentCoding,
  bounds: Bounds,
): Promise<ReceivedBody> {
  const incoming = c.env?.incoming;
  if (coding === 'identity' && incoming !== undefined && 'socket' in incoming && incoming.readable) {
    return receiveMessage(incoming, bounds);
  }
  return receiveStream(c.req.raw.body, coding, bounds);
}

class Parts {
  readonly #bounds: Bounds;
  readonly #parts: Uint8Array[] = [];
  #size = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** Returns why the body is not received further. */
  add(part: Uint8Array): 'too_large' | 'too_many' | undefined {
    this.#size += part.byteLength;
    if (this.#size > this.#bounds.maxBytes) return 'too_large';
    if (!this.#bounds.hold(part.byteLength)) return 'too_many';
    this.#parts.push(part);
    return undefined;
  }

  whole(): Uint8Array {
    const [only] = this.#parts;
    return this.#parts.length === 1 && only !== undefined ? only : Buffer.concat(this.#parts, this.#size);
  }
}

function receiveMessage(
  incoming: Pick<IncomingMessage, 'on' | 'off' | 'pause'>,
  bounds: Bounds,
): Promise<ReceivedBody> {
  const parts = new Parts(bounds);
  return new Promise((resolve) => {
    // A listener that is left would keep the body as long as the message is there: until the next one of its connection.
    const end = (body: ReceivedBody) => {
      incoming.off('data', take).off('end', complete).off('error', breakOff).off('close', breakOff);
      resolve(body);
    };
    const take = (part: Uint8Array) => {
      const refused = parts.add(part);
      if (refused === undefined) return;
      incoming.pause();
      end(refused);
    };
    const complete = () => end(parts.whole());
    // The sender went away in the middle: nothing was done.
    const breakOff = () => end('broken_off');
    incoming.on('data', take).on('end', complete).on('error', breakOff).on('close', breakOff);
  });
}

async function receiveStream(
  body: ReadableStream<Uint8Array> | null,
  coding: ContentCoding,
  bounds: Bounds,
): Promise<ReceivedBody> {
  if (body === null) return new Uint8Array();
  const parts = new Parts(bounds);
  const reader = decodedBody(body, coding, bounds.maxBytes).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return parts.whole();
      // Not cancelled: that would end the connection before the answer.
      const refused = parts.add(value);
      if (refused !== undefined) return refused;
    }
  } catch (error) {
    // The sender went away in the middle, or sent something else than gzip: nothing was done.
    return error instanceof EncodedTooLarge ? 'too_large' : 'broken_off';
  }
}
