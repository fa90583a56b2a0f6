import { Hono } from 'hono';
import { protocolVersion } from '#shared/sync/wire.ts';
import type { ServerContext } from '../middleware/server-context.ts';

export function healthRoutes({ version }: { version: string }): Hono<ServerContext> {
  return new Hono<ServerContext>().get('/healthz', (c) =>
    c.json({ status: 'ok', version, protocol: protocolVersion }, 200, { 'Cache-Control': 'no-store' }),
  );
}
