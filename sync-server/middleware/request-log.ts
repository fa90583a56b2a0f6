import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { ServerContext } from './server-context.ts';

export type WriteLine = (line: string) => void;
export type ReportError = (error: Error) => void;

/** One line a request: method, route pattern, status, milliseconds. Ids, texts and cookies are never in it. */
export function requestLog({
  writeLine,
  now,
}: {
  writeLine: WriteLine;
  now: () => number;
}): MiddlewareHandler<ServerContext> {
  return async (c, next) => {
    const began = now();
    await next();
    const route = matchedRoutes(c).findLast(({ method }) => method !== 'ALL')?.path ?? '(no route)';
    writeLine(`${c.req.method} ${route} ${c.res.status} ${now() - began} ms`);
  };
}

/** JSON.parse quotes what it could not read, so that kind of message stays out of the log. */
export function errorReport(error: Error): string {
  const frames = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '));
  const message = error instanceof SyntaxError ? '' : `: ${error.message}`;
  return [`${error.name}${message}`, ...frames].join('\n');
}
