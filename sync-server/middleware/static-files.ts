import type { Context, Handler } from 'hono';
import type { Encoding, StaticFile, StaticFolder } from '../static/static-folder.ts';
import { namesTag } from './names-tag.ts';
import { answerProblem } from './problem-response.ts';
import { contentPolicyHeader, contentPolicyOf } from './security-headers.ts';
import type { ServerContext } from './server-context.ts';

/**
 * Everything that is not the API: the built web app. A navigation to any address gets index.html, since
 * the app knows its own routes; a missing script or picture is a plain 404, never a page in disguise. A page may call
 * models at `modelOrigins`.
 */
export function staticFiles(folder: StaticFolder, modelOrigins: readonly string[]): Handler<ServerContext> {
  return async (c) => {
    const path = c.req.path;
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      return answerProblem('method_not_allowed', { headers: { Allow: 'GET, HEAD' } });
    }
    const found = await folder.find(path === '/' ? '/index.html' : path);
    if (found === 'missing') return answerNotBuilt(c);
    if (found !== undefined) return answerFile(c, { folder, file: found, modelOrigins });
    if (!isNavigation(c, path)) return answerProblem('not_found');
    const page = await folder.find('/index.html');
    return page === undefined || page === 'missing'
      ? answerNotBuilt(c)
      : answerFile(c, { folder, file: page, modelOrigins });
  };
}

function isNavigation(c: Context<ServerContext>, path: string): boolean {
  return !path.startsWith('/assets/') && (c.req.header('Accept') ?? '').includes('text/html');
}

function answerNotBuilt(c: Context<ServerContext>): Response {
  return c.text('The Promptory app has not been built yet. Run "npm run build" and reload this page.', 503, {
    'Retry-After': '30',
    'Cache-Control': 'no-store',
  });
}

async function answerFile(
  c: Context<ServerContext>,
  served: { folder: StaticFolder; file: StaticFile; modelOrigins: readonly string[] },
): Promise<Response> {
  const { folder, file, modelOrigins } = served;
  const encoding = bestEncoding(c.req.header('Accept-Encoding') ?? '', file);
  const etag = `"${file.tag}${encoding === 'identity' ? '' : `-${encoding}`}"`;
  const headers = {
    ETag: etag,
    // The name of an asset has its hash in it, so its bytes never change; everything else is asked again.
    'Cache-Control': c.req.path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...(file.encodings.size > 1 ? { Vary: 'Accept-Encoding' } : {}),
    // Also without the page: a browser gives the page that it has the headers of this answer.
    ...(file.inline === undefined
      ? {}
      : { [contentPolicyHeader]: contentPolicyOf(file.inline, modelOrigins) }),
  };
  if (namesTag(c.req.header('If-None-Match'), etag)) return c.body(null, 304, headers);
  const bytes = await folder.read(file, encoding);
  return c.body(bytes, 200, {
    ...headers,
    'Content-Type': file.contentType,
    'Content-Length': String(bytes.byteLength),
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
  });
}

/** Brotli, then gzip, of what the file has and the client takes; a weight of 0 is a refusal (RFC 9110, 12.5.3). */
export function bestEncoding(acceptEncoding: string, file: Pick<StaticFile, 'encodings'>): Encoding {
  const accepted = acceptEncoding
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
    .filter((one) => !/;\s*q=0(\.0*)?$/.test(one))
    .map((one) => one.split(';', 1)[0]?.trim());
  const wanted: readonly Encoding[] = ['br', 'gzip'];
  return wanted.find((one) => accepted.includes(one) && file.encodings.has(one)) ?? 'identity';
}
