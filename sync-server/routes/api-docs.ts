import type { Context } from 'hono';
import { Hono } from 'hono';
import { compressed } from '../middleware/compressed-json.ts';
import type { ServerContext } from '../middleware/server-context.ts';
import type { RenderedDocs } from './openapi/rendered-docs.ts';

export type ApiDocsDeps = { version: string; basePath: string };

/** The API as an OpenAPI document, and as a page. Both are made at the first request. Mounted at `/api`. */
export function apiDocsRoutes(deps: ApiDocsDeps): Hono<ServerContext> {
  let rendered: Promise<RenderedDocs> | undefined;
  const answer = async (c: Context<ServerContext>, part: keyof RenderedDocs) => {
    // Loaded then as well: a server that nobody asks starts without it.
    rendered ??= import('./openapi/rendered-docs.ts').then(({ renderDocs }) => renderDocs(deps));
    const { type, bytes, tag } = (await rendered)[part];
    const headers = { ETag: `W/"${tag}"`, 'Cache-Control': 'no-cache' };
    const known = c.req.header('If-None-Match')?.split(',') ?? [];
    const isKnown = known.some((one) => one.trim() === headers.ETag || one.trim() === '*');
    if (isKnown) return new Response(null, { status: 304, headers });
    return compressed(c, bytes, { ...headers, 'Content-Type': type });
  };
  return new Hono<ServerContext>()
    .get('/openapi.json', (c) => answer(c, 'document'))
    .get('/docs', (c) => answer(c, 'page'))
    .get('/docs/start.js', (c) => answer(c, 'start'))
    .get('/docs/swagger-ui-bundle.js', (c) => answer(c, 'script'))
    .get('/docs/swagger-ui.css', (c) => answer(c, 'style'));
}
