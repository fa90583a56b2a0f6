import type { Check } from './checks.ts';
import { type Layer, whenThere } from './layers.ts';

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

const ownHeader = 'X-Request-Id';
const foreignId = /^[\w.-]{1,64}$/;

/** Gives each request an id. A proxy's own id is taken over where the proxy is trusted. */
export function requestIds(deps: { trustProxy: boolean; newRequestId: () => string }): Check {
  return (c) => {
    const given = deps.trustProxy ? c.req.header(ownHeader) : undefined;
    const id = given !== undefined && foreignId.test(given) ? given : deps.newRequestId();
    c.set('requestId', id);
    return undefined;
  };
}

/** Logs each request when its answer begins. */
export function requestLog(deps: { write: (line: RequestLine) => void; now: () => number }): Layer {
  return (below) => (c) => {
    const began = deps.now();
    return whenThere(below(c), (answer) => {
      deps.write({
        requestId: c.get('requestId'),
        method: c.req.method,
        route: c.get('routePattern') ?? '(no route)',
        status: answer.status,
        ms: deps.now() - began,
        address: c.get('address'),
      });
      return answer;
    });
  };
}
