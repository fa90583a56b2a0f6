import type { Hono, MiddlewareHandler } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import { answerProblem } from './problem-response.ts';
import type { ServerContext } from './server-context.ts';

/**
 * 404 and 405 before anything else of the API is asked: otherwise a wrong path would answer 401 to somebody
 * who is signed out, and a wrong method would look like a missing row.
 */
export function knownRoute(app: Hono<ServerContext>): MiddlewareHandler<ServerContext> {
  let methodsByPath: TrieRouter<string> | undefined;

  // Read at the first request: until then routes are still being mounted.
  function compiled(): TrieRouter<string> {
    const router = new TrieRouter<string>();
    for (const { method, path } of app.routes) {
      if (method !== 'ALL') router.add('ALL', path, method);
    }
    return router;
  }

  return async (c, next) => {
    methodsByPath ??= compiled();
    const methods = new Set(methodsByPath.match('ALL', c.req.path)[0].map(([method]) => method));
    if (methods.has('GET')) methods.add('HEAD');
    if (methods.has(c.req.method)) return next();
    if (methods.size === 0) return answerProblem('not_found', { detail: 'There is no such address.' });
    return answerProblem('method_not_allowed', { headers: { Allow: [...methods].sort().join(', ') } });
  };
}
