/**
 * Closes connections whose request bodies trickle in.
 *
 * 1. A body must bring 1 KiB in 30 seconds, counted from the KiB before: a client that sends a byte every few seconds
 *    would hold a connection for ever. 35 bytes a second are enough, far below the slowest mobile link.
 * 2. Time in which this server does not read, because its buffer is full, does not count.
 * 3. A body that is discarded behind its answer is held to the same.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import { hasBody } from './middleware/body/unread-body.ts';

export type BodyProgress = { bytes: number; ms: number };

/** In how many steps a span without progress is noticed: a connection is closed one step after it at the latest. */
const steps = 6;

/** `from`: the bytes of the connection at the beginning of the span; `waited`: how many steps it lasts. */
type Body = { incoming: IncomingMessage; from: number; waited: number };

/** Returns the event that brings the sockets of requests: over TLS not those of the connections below. */
export function connectionEvent(server: Server): 'connection' | 'secureConnection' {
  return server instanceof TlsServer ? 'secureConnection' : 'connection';
}

export function watchBodyProgress(server: Server, least: BodyProgress): void {
  const bodies = new Map<Socket, Body>();
  server.on('request', (incoming: IncomingMessage) => {
    if (incoming.complete || !hasBody(incoming)) return;
    bodies.set(incoming.socket, { incoming, from: incoming.socket.bytesRead, waited: 0 });
  });
  server.on(connectionEvent(server), (socket: Socket) => {
    socket.once('close', () => bodies.delete(socket));
  });

  function check(): void {
    for (const [socket, body] of bodies) {
      if (body.incoming.complete) bodies.delete(socket);
      else if (isFull(body.incoming) || socket.bytesRead - body.from >= least.bytes) {
        body.from = socket.bytesRead;
        body.waited = 0;
      } else {
        body.waited += 1;
        if (body.waited > steps) socket.destroy();
      }
    }
  }

  const checking = setInterval(check, least.ms / steps);
  checking.unref();
  server.on('close', () => clearInterval(checking));
}

function isFull(incoming: IncomingMessage): boolean {
  return incoming.readableLength >= incoming.readableHighWaterMark;
}
