import type { MiddlewareHandler } from 'hono';
import type { ServerContext } from './server-context.ts';

export type WriteLine = (line: string) => void;
export type ReportError = (error: Error, requestId?: string) => void;

/** One line a request. Ids, texts and cookies are never in it. */
export type RequestLine = {
  requestId: string;
  method: string;
  /** The pattern of the route, like `/api/prompts/:id`. */
  route: string;
  status: number;
  ms: number;
  address: string | undefined;
};

const requestIdHeader = 'X-Request-Id';
const foreignId = /^[\w.-]{1,64}$/;

/** Gives each request an id, which its answer names. A proxy's own id is taken over where the proxy is trusted. */
export function requestIds(deps: {
  trustProxy: boolean;
  newRequestId: () => string;
}): MiddlewareHandler<ServerContext> {
  return async (c, next) => {
    const given = deps.trustProxy ? c.req.header(requestIdHeader) : undefined;
    const id = given !== undefined && foreignId.test(given) ? given : deps.newRequestId();
    c.set('requestId', id);
    await next();
    c.res.headers.set(requestIdHeader, id);
  };
}

/** Logs each request when its answer begins. */
export function requestLog(deps: {
  write: (line: RequestLine) => void;
  now: () => number;
}): MiddlewareHandler<ServerContext> {
  return async (c, next) => {
    const began = deps.now();
    await next();
    deps.write({
      requestId: c.get('requestId'),
      method: c.req.method,
      route: c.get('routePattern') ?? '(no route)',
      status: c.res.status,
      ms: deps.now() - began,
      address: c.get('address'),
    });
  };
}
