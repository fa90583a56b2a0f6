import type { MiddlewareHandler } from 'hono';
import { answerProblem } from '../problem-response.ts';
import { safeMethods } from '../request-origin.ts';
import type { RouteBody } from '../route-row.ts';
import type { ServerContext } from '../server-context.ts';
import { answerUnsupportedCoding, contentCoding } from './content-coding.ts';

/**
 * Bodies are JSON (forms of foreign pages cannot send that without being asked about it first), except where the
 * route's row names another type as well. Only JSON may be compressed: files mostly are already.
 */
export const bodyTypes: MiddlewareHandler<ServerContext> = async (c, next) => {
  if (safeMethods.has(c.req.method)) return next();
  const type = c.req.header('Content-Type');
  const hasBody =
    Number(c.req.header('Content-Length') ?? 0) > 0 || c.req.header('Transfer-Encoding') !== undefined;
  if (type === undefined) return hasBody ? answerProblem('unsupported_media_type') : next();
  const essence = type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const isJson = essence === 'application/json';
  if (!isJson && !readsBytes(c.get('route').body, essence)) return answerProblem('unsupported_media_type');
  const coding = contentCoding(c.req.header('Content-Encoding'));
  if (coding === 'identity' || (isJson && coding === 'gzip')) return next();
  return answerUnsupportedCoding(isJson ? 'gzip' : 'identity');
};

function readsBytes(body: RouteBody | undefined, type: string): boolean {
  return (
    (type === 'multipart/form-data' && body?.form !== undefined) ||
    (type === 'application/octet-stream' && body?.bytes !== undefined)
  );
}
