import { createHash, timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { answerProblem } from '../../middleware/problem-response.ts';
import { isLoopbackName } from '../../middleware/request-origin.ts';
import type { ServerContext } from '../../middleware/server-context.ts';
import type { Gauges, Metrics } from '../../services/operation/metrics-port.ts';

export type MetricsDeps = {
  metrics: Metrics;
  readGauges: () => Promise<Gauges>;
  /** Undefined: only this machine may read. */
  token: string | undefined;
};

const proxyHeaders = ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'Via'];

/** `GET /metrics` in the text format of Prometheus, for whoever has the token, or for this machine where there is none. */
export function metricsRoutes({ metrics, readGauges, token }: MetricsDeps): Hono<ServerContext> {
  return new Hono<ServerContext>().get('/metrics', async (c) => {
    if (token === undefined && !isFromThisMachine(c)) return answerProblem('not_found');
    if (token !== undefined && !isSame(c.req.header('Authorization') ?? '', `Bearer ${token}`)) {
      return c.text('A token is needed: Authorization: Bearer METRICS_TOKEN.', 401, {
        'WWW-Authenticate': 'Bearer',
      });
    }
    const { contentType, text } = await metrics.render(await readGauges());
    return c.body(text, 200, { 'Content-Type': contentType, 'Cache-Control': 'no-store' });
  });
}

/** A proxy on this machine connects from loopback as well, and names its visitor in a header. */
function isFromThisMachine(c: Context<ServerContext>): boolean {
  const address = c.env?.incoming?.socket.remoteAddress?.replace(/^::ffff:/, '');
  const isProxied = proxyHeaders.some((name) => c.req.header(name) !== undefined);
  return address !== undefined && isLoopbackName(address) && !isProxied;
}

function isSame(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(expected));
}
