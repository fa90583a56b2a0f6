import { Hono } from 'hono';
import { protocolVersion } from '#shared/sync/wire.ts';
import type { ServerContext } from '../middleware/server-context.ts';
import type { DiskWatch, WriteFailure } from '../services/disk-watch.ts';

const reasons = { full: 'disk_full', readOnly: 'disk_read_only' } as const satisfies Record<
  WriteFailure,
  string
>;

/** 200 while the server is well; 503 with a `reason` while it cannot write. */
export function healthRoutes(deps: { version: string; disk: DiskWatch }): Hono<ServerContext> {
  const { version, disk } = deps;
  const headers = { 'Cache-Control': 'no-store' };
  return new Hono<ServerContext>().get('/healthz', async (c) => {
    const about = { version, protocol: protocolVersion };
    const failure = await disk.state();
    if (failure === undefined) return c.json({ status: 'ok', ...about }, 200, headers);
    return c.json({ status: 'failing', reason: reasons[failure], ...about }, 503, headers);
  });
}
