import { Hono } from 'hono';
import type { ServerContext } from '../../middleware/server-context.ts';
import type { ReadLinks } from '../../services/links/read-links.ts';
import { linkHeaders, notShownPage, sharedPage } from './shared-page.ts';

/** Answers anybody who has a link: a page, or with `?as=text` the text alone. Mounted at `/`. */
export function linkPageRoutes({ readLinks }: { readLinks: Pick<ReadLinks, 'open'> }): Hono<ServerContext> {
  return new Hono<ServerContext>().get('/read/:token', async (c) => {
    const opened = await readLinks.open(c.req.param('token'));
    if (opened.kind !== 'shown') return notShownPage(opened.kind);
    if (c.req.query('as') !== 'text') return sharedPage(opened);
    const headers = { ...linkHeaders, 'Content-Type': 'text/plain; charset=utf-8' };
    return new Response(opened.prompt.text, { headers });
  });
}
