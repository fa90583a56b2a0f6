import { Hono } from 'hono';
import { readPathId } from '#shared/model/ids.ts';
import { formatRev } from '#shared/sync/wire.ts';
import { answerJson } from '../../middleware/compressed-json.ts';
import { answerProblem } from '../../middleware/problem-response.ts';
import type { ServerContext } from '../../middleware/server-context.ts';
import { answerMutation } from '../answers/answer-mutation.ts';
import type { LibraryRoutesDeps } from './projects.ts';

/** Mounted at `/api`. */
export function promptsRoutes({ library, commit }: LibraryRoutesDeps): Hono<ServerContext> {
  return new Hono<ServerContext>()
    .post('/prompts', (c) => answerMutation(c, commit))
    .get('/prompts/:id', async (c) => {
      const id = readPathId(c.req.param('id'));
      const found = id === null ? undefined : await library.prompt(c.get('user').id, id);
      if (found === undefined) return answerProblem('not_found');
      return answerJson(JSON.stringify(found.row), { ETag: formatRev(found.rev) });
    })
    .patch('/prompts/:id', (c) => answerMutation(c, commit))
    .put('/prompts/:id', (c) => answerMutation(c, commit))
    .delete('/prompts/:id', (c) => answerMutation(c, commit))
    .patch('/prompts/:id/content', (c) => answerMutation(c, commit))
    .patch('/prompts/:id/attributes', (c) => answerMutation(c, commit))
    .put('/prompts/:id/project', (c) => answerMutation(c, commit));
}
