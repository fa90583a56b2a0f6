/** The headers that every answer has. A route that sets one of them itself (a file served inert, say) keeps its own. */
import type { Context } from 'hono';
import { protocolHeader, protocolVersion } from '#shared/sync/wire.ts';
import {
  AnswerWithCommonHeaders,
  type CommonHeaders,
  commonHeaders,
  type HeaderPairs,
} from './answer-headers.ts';
import { type Layer, whenThere } from './layers.ts';
import { securityHeadersOf } from './security-headers.ts';
import type { ServerContext } from './server-context.ts';

/** By this a client knows our answer from one of a captive portal or a proxy on the way. */
const ofThisProtocol: HeaderPairs = [[protocolHeader, String(protocolVersion)]];

const ofTheApi: HeaderPairs = [
  // One person's rows: no cache on the way keeps them.
  ['Cache-Control', 'no-store'],
  // Clients may compress what they send (RFC 7694): an older server answers such a body 400.
  ['Accept-Encoding', 'gzip'],
];

const requestIdHeader = 'X-Request-Id';

/** Adds the headers to the answer, whoever gives it, an error's too. */
export function defaultHeaders(): Layer {
  let latest: { origin: string; ofFiles: CommonHeaders; ofApi: CommonHeaders } | undefined;
  const headersOf = (c: Context<ServerContext>) => {
    const origin = c.get('ownOrigin') ?? c.req.url;
    if (latest?.origin !== origin) {
      const ofAll = [...ofThisProtocol, ...securityHeadersOf(origin)];
      latest = { origin, ofFiles: commonHeaders(ofAll), ofApi: commonHeaders([...ofAll, ...ofTheApi]) };
    }
    return isOfTheApi(c.req.path) ? latest.ofApi : latest.ofFiles;
  };
  return (below) => (c) =>
    whenThere(below(c), (answer) => {
      const outgoing = c.env?.outgoing;
      if (outgoing instanceof AnswerWithCommonHeaders) {
        outgoing.setCommon(headersOf(c), [requestIdHeader, c.get('requestId')]);
        return answer;
      }
      const { headers } = answer;
      headers.set(requestIdHeader, c.get('requestId'));
      for (const [name, value] of headersOf(c).pairs) if (!headers.has(name)) headers.set(name, value);
      return answer;
    });
}

function isOfTheApi(path: string): boolean {
  return path.startsWith('/api/') || path === '/api';
}
