import { Hono } from 'hono';
import { PathId } from '#shared/model/ids.ts';
import { formatRev } from '#shared/sync/wire.ts';
import { answerJson } from '../middleware/compressed-json.ts';
import { whenThere } from '../middleware/layers.ts';
import { answerProblem } from '../middleware/problem-response.ts';
import type { ServerContext } from '../middleware/server-context.ts';
import { answerMutation } from './answer-mutation.ts';
import type { LibraryRoutesDeps } from './projects.ts';

/** Mounted at `/api`. */
export function promptsRoutes({ library, commit }: LibraryRoutesDeps): Hono<ServerContext> {
  return new Hono<ServerContext>()
    .post('/prompts', (c) => answerMutation(c, commit))
    .get('/prompts/:id', (c) => {
      const id = PathId.safeParse(c.req.param('id'));
      const found = id.success ? library.prompt(c.get('user').id, id.data) : undefined;
      return whenThere(found, (prompt) =>
        prompt === undefined
          ? answerProblem('not_found')
          : answerJson(JSON.stringify(prompt.row), { ETag: formatRev(prompt.rev) }),
      );
    })
    .patch('/prompts/:id', (c) => answerMutation(c, commit))
    .put('/prompts/:id', (c) => answerMutation(c, commit))
    .delete('/prompts/:id', (c) => answerMutation(c, commit))
    .patch('/prompts/:id/content', (c) => answerMutation(c, commit));
}
