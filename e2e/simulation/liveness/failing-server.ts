/** The real server behind what fails in front of it, or in it, for as long as the conditions say. */
import { limits } from '#shared/model/limits.ts';
import { protocolHeader } from '#shared/sync/wire.ts';
import type { TestApp } from '../../../sync-server/testing/test-app.ts';
import type { Conditions } from './conditions.ts';
import type { Server } from './slow-link.ts';

/** Words that the server chokes on, in whatever text they are. */
export const poison = 'the words that the server chokes on';

export function failingServer(
  server: Server,
  options: { conditions: Conditions; elapsed(): number; database: ReturnType<TestApp['sqlite']> },
): Server {
  const { conditions, elapsed, database } = options;
  // As a bug would: the transaction of this one mutation fails, those beside it do not.
  if (conditions.poison === 'result') {
    database.connection.exec(
      `CREATE TRIGGER choke BEFORE UPDATE ON prompts WHEN NEW.content LIKE '%${poison}%' BEGIN SELECT RAISE(ABORT, 'choked'); END`,
    );
  }
  return async (request) => {
    const { pathname } = new URL(request.url);
    const isPush = pathname === '/api/sync/push';
    const since = elapsed();
    if (since >= 0 && since < conditions.patienceMs) {
      const seconds = Math.ceil((conditions.patienceMs - since) / 1000);
      return failure(429, { 'Retry-After': String(seconds) });
    }
    if (isPush && since >= 0 && since < conditions.pushOutageMs) return failure(500);
    if (isPush && conditions.poison === 'request' && (await textOf(request.clone())).includes(poison))
      return failure(500);
    return server(withPage(request, conditions.page));
  };
}

function failure(status: number, headers: Record<string, string> = {}): Response {
  return new Response('{}', {
    status,
    headers: { [protocolHeader]: '1', 'Content-Type': 'application/json', ...headers },
  });
}

async function textOf(request: Request): Promise<string> {
  const body = request.body;
  if (request.headers.get('Content-Encoding') !== 'gzip' || body === null) return request.text();
  return new Response(body.pipeThrough(new DecompressionStream('gzip'))).text();
}

/** A server that gives fewer changes at a time than a client asks for. */
function withPage(request: Request, page: number): Request {
  const url = new URL(request.url);
  const asked = Number(url.searchParams.get('limit') ?? limits.changesPage);
  if (request.method !== 'GET' || !url.searchParams.has('limit') || asked <= page) return request;
  url.searchParams.set('limit', String(page));
  return new Request(url, { method: request.method, headers: request.headers });
}
