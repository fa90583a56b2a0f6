/**
 * A TCP proxy between a browser and the real server that shapes bandwidth, delays, and cuts connections, as
 * hotel Wi-Fi does. The developer tools' throttling cannot cut, and knows nothing of service workers.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../simulation/seeded-random.ts';

export type LinkShape = {
  /** In each direction, of all connections together; null: as fast as the machine. */
  bytesPerSecond: number | null;
  latencyMs: number;
  /** How likely a connection is cut with each 16 KB that it carries, or less where it carries less. */
  cuts: number;
};

export const fair: LinkShape = { bytesPerSecond: null, latencyMs: 0, cuts: 0 };

export type SlowProxy = {
  readonly origin: string;
  shape: LinkShape;
  /** Returns the bytes that passed since the last call. */
  figures(): { sent: number; received: number; cuts: number };
  [Symbol.asyncDispose](): Promise<void>;
};

const pieceBytes = 16 * 1024;

export async function startSlowProxy(target: string, seed = 1): Promise<SlowProxy> {
  const random = seededRandom(seed);
  const sockets = new Set<Socket>();
  const figures = { sent: 0, received: 0, cuts: 0 };
  /** When each direction has carried all that was given to it so far. */
  const free = { sent: 0, received: 0 };

  /** Carries what comes from one socket to the other; nothing is read ahead of what the link has carried. */
  const carry = async (from: Socket, to: Socket, direction: 'sent' | 'received') => {
    const delivered: Promise<unknown>[] = [];
    for await (const chunk of from) {
      const bytes: Buffer = chunk;
      for (let at = 0; at < bytes.length; at += pieceBytes) {
        const piece = bytes.subarray(at, at + pieceBytes);
        const { bytesPerSecond, latencyMs, cuts } = proxy.shape;
        const ms = bytesPerSecond === null ? 0 : (piece.length / bytesPerSecond) * 1000;
        free[direction] = Math.max(free[direction], performance.now()) + ms;
        if (ms > 0) await sleep(free[direction] - performance.now());
        figures[direction] += piece.length;
        if (random.chance((cuts * piece.length) / pieceBytes)) {
          figures.cuts += 1;
          from.resetAndDestroy();
          to.resetAndDestroy();
          return;
        }
        const arrived = latencyMs === 0 ? Promise.resolve() : sleep(latencyMs);
        delivered.push(arrived.then(() => to.writable && to.write(piece)));
      }
    }
    await Promise.all(delivered);
    to.end();
  };

  const server = createServer({ allowHalfOpen: true, highWaterMark: pieceBytes }, (browser) => {
    const { hostname, port } = new URL(target);
    const upstream = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    for (const socket of [browser, upstream]) {
      sockets.add(socket);
      socket.setNoDelay();
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        browser.destroy();
        upstream.destroy();
      });
    }
    // A connection that either side gave up ends both ways.
    carry(browser, upstream, 'sent').catch(() => upstream.destroy());
    carry(upstream, browser, 'received').catch(() => browser.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address: AddressInfo | string | null = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const proxy: SlowProxy = {
    origin: `http://127.0.0.1:${port}`,
    shape: fair,
    figures() {
      const now = { ...figures };
      Object.assign(figures, { sent: 0, received: 0, cuts: 0 });
      return now;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}
