/** Decides whether a connection outlives an answer that is given before the body of its request has come in whole. */
import type { IncomingMessage } from 'node:http';
import type { MiddlewareHandler } from 'hono';
import type { ServerContext } from '../server-context.ts';

/** In bytes. So much is on its way already when the answer arrives, or soon. */
const shortBody = 64 * 1024;

export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
}

/**
 * Returns true if the next request can follow on the connection: the body has come, or is announced to be short, so that
 * its rest is discarded. Otherwise the answer ends the connection, and has to say so.
 */
function canKeepConnection({ complete, headers }: Pick<IncomingMessage, 'complete' | 'headers'>): boolean {
  if (complete) return true;
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= shortBody;
}

/** Answers `Connection: close` where the rest of the request is too long to be discarded. */
export const endUnreadConnection: MiddlewareHandler<ServerContext> = async (c, next) => {
  await next();
  const { incoming, outgoing } = c.env ?? {};
  if (incoming === undefined || outgoing === undefined || canKeepConnection(incoming)) return;
  // Node writes the header itself where the connection is not to be kept.
  outgoing.shouldKeepAlive = false;
};
