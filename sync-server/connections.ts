/**
 * When a connection is closed, whatever its client does.
 *
 * 1. Where an answer is given before its request has come in whole, the rest is discarded, so that the client gets to
 *    read the answer instead of meeting a reset. The connection is kept where the body is short (`middleware/body/unread-body.ts`);
 *    otherwise the answer says that it ends it.
 * 2. A connection on which nothing has moved for `stallMs` is closed. Nothing bounds a request as a whole: on a
 *    slow link a large push takes as long as it takes.
 * 3. A body that trickles in is cut off by `body-progress.ts`.
 * 4. One connection too many, in all or from one address, is closed at once.
 * 5. A server that stops waits for requests that still move and for answers that are being made, not for the rest.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type BodyProgress, connectionEvent, watchBodyProgress } from './body-progress.ts';
import { hasBody } from './middleware/body/unread-body.ts';
import { addressKey } from './services/accounts/address-key.ts';

export type ConnectionBounds = {
  /** Milliseconds without a byte either way; above the interval of the heartbeats in event streams. */
  stallMs: number;
  /** A body that is not read in whole brings so many bytes in so many milliseconds. */
  progress: BodyProgress;
  /** Milliseconds for the head of a request. */
  headMs: number;
  /** Connections at once. */
  most: number;
  /** From one address; Infinity behind a proxy, whose address all connections have. */
  mostPerAddress: number;
};

export const usualBounds: ConnectionBounds = {
  stallMs: 120_000,
  progress: { bytes: 1024, ms: 30_000 },
  headMs: 60_000,
  most: 5_000,
  mostPerAddress: 1_000,
};

/** How often a stopping server looks, and how often it must see nothing move before it closes a connection. */
const sweepMs = 20;
const quietSweeps = 50;

/** After an answer: without a byte, in bytes, and in all where the request was too large anyway. */
const rest = { stallMs: 5_000, bytes: 32 * 1024 * 1024, tooLargeMs: 1_500 };

type Underway = { incoming: IncomingMessage; moved: number; quiet: number };

export type Connections = {
  /** Resolves when the last connection is closed, after `drainMs` at the latest. */
  drain(drainMs: number): Promise<void>;
};

export function watchConnections(
  server: Server,
  { stallMs, progress, headMs, most, mostPerAddress }: ConnectionBounds,
): Connections {
  const underway = new Map<Socket, Underway>();
  const answered = new Set<Socket>();
  watchBodyProgress(server, progress);
  boundConnections(server, { most, mostPerAddress });
  server.timeout = stallMs;
  server.headersTimeout = headMs;
  server.requestTimeout = 0;

  // Before whatever answers: an answer may be given at once.
  server.prependListener('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { socket } = incoming;
    // Those that are done as well, until the next one: `sweep` finds nothing to wait for in them.
    underway.set(socket, { incoming, moved: 0, quiet: 0 });
    if (!incoming.complete && hasBody(incoming)) {
      discardRestBehind(outgoing, { incoming, onEnding: () => answered.add(socket) });
    }
  });
  // Once for each connection: it carries many requests.
  server.on(connectionEvent(server), (socket: Socket) => {
    socket.once('close', () => {
      underway.delete(socket);
      answered.delete(socket);
    });
  });

  function sweep(): void {
    // A connection that was busy when the server closed stays open for its next request, which never comes.
    server.closeIdleConnections();
    for (const socket of answered) socket.destroy();
    for (const [socket, request] of underway) {
      const moved = socket.bytesRead + socket.bytesWritten;
      const waitsForClient = !request.incoming.complete || socket.writableLength > 0;
      request.quiet = waitsForClient && moved === request.moved ? request.quiet + 1 : 0;
      request.moved = moved;
      if (request.quiet > quietSweeps) socket.destroy();
    }
  }

  return {
    async drain(drainMs) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const sweeping = setInterval(sweep, sweepMs);
      const bound = setTimeout(() => server.closeAllConnections(), drainMs);
      await closed;
      clearInterval(sweeping);
      clearTimeout(bound);
    },
  };
}

function boundConnections(
  server: Server,
  { most, mostPerAddress }: Pick<ConnectionBounds, 'most' | 'mostPerAddress'>,
): void {
  server.maxConnections = most;
  const countOf = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = addressKey(socket.remoteAddress ?? '');
    const count = countOf.get(address) ?? 0;
    if (count >= mostPerAddress) {
      socket.destroy();
      return;
    }
    countOf.set(address, count + 1);
    socket.once('close', () => {
      const left = (countOf.get(address) ?? 1) - 1;
      if (left === 0) countOf.delete(address);
      else countOf.set(address, left);
    });
  });
}

function discardRestBehind(
  outgoing: ServerResponse,
  { incoming, onEnding }: { incoming: IncomingMessage; onEnding: () => void },
): void {
  const { socket } = incoming;
  let isHeldOpen = false;
  outgoing.once('prefinish', () => {
    if (incoming.complete || outgoing.shouldKeepAlive) return;
    // Node would destroy the connection behind the answer where the client (most proxies do) asked to close it:
    // whoever is still sending would meet a reset, and many never read the answer then.
    isHeldOpen = true;
    socket.destroySoon = () => {};
  });
  outgoing.once('finish', () => {
    if (socket.destroyed) return;
    if (incoming.complete) {
      if (isHeldOpen) socket.end(() => socket.destroy());
      return;
    }
    // A reader of the body may have left it paused, and would pause it again.
    incoming.removeAllListeners('data');
    if (outgoing.shouldKeepAlive) incoming.resume();
    else {
      onEnding();
      discardRest(incoming, outgoing.statusCode === 413);
    }
  });
}

function discardRest(incoming: IncomingMessage, tooLarge: boolean): void {
  const { socket } = incoming;
  let size = 0;
  incoming.on('data', (chunk: Uint8Array) => {
    size += chunk.byteLength;
    if (size > rest.bytes) socket.destroy();
  });
  incoming.once('end', () => socket.destroy());
  incoming.resume();
  socket.setTimeout(rest.stallMs);
  if (tooLarge) {
    const bound = setTimeout(() => socket.destroy(), rest.tooLargeMs);
    socket.once('close', () => clearTimeout(bound));
  }
  socket.end();
}
