import { Hono } from 'hono';
import { protocolVersion } from '#shared/sync/wire.ts';
import type { ServerContext } from '../../middleware/server-context.ts';
import type { DiskWatch, WriteFailure } from '../../services/operation/disk-watch.ts';
import type { Readiness } from '../../services/operation/readiness.ts';

const reasons = { full: 'disk_full', readOnly: 'disk_read_only' } as const satisfies Record<
  WriteFailure,
  string
>;

export type HealthDeps = { version: string; disk: DiskWatch; readiness: Readiness };

/** `GET /healthz`: 200 while the server is well; 503 with a `reason` while it cannot write. `GET /readyz`: whether requests should be sent here. */
export function healthRoutes(deps: HealthDeps): Hono<ServerContext> {
  const { version, disk, readiness } = deps;
  const headers = { 'Cache-Control': 'no-store' };
  const routes = new Hono<ServerContext>();
  routes.get('/readyz', async (c) => {
    const { ready, checks } = await readiness.check();
    return c.json({ status: ready ? 'ready' : 'not_ready', checks }, ready ? 200 : 503, headers);
  });
  return routes.get('/healthz', async (c) => {
    const about = { version, protocol: protocolVersion };
    const failure = await disk.state();
    if (failure === undefined) return c.json({ status: 'ok', ...about }, 200, headers);
    return c.json({ status: 'failing', reason: reasons[failure], ...about }, 503, headers);
  });
}
