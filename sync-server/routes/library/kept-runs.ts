import { Hono } from 'hono';
import { PathId } from '#shared/model/ids.ts';
import { answerProblem } from '../../middleware/problem-response.ts';
import type { ServerContext } from '../../middleware/server-context.ts';
import { answerList } from '../answers/answer-list.ts';
import { answerMutation } from '../answers/answer-mutation.ts';
import type { LibraryRoutesDeps } from './projects.ts';

/** Mounted at `/api`. */
export function keptRunsRoutes({ library, commit }: LibraryRoutesDeps): Hono<ServerContext> {
  return new Hono<ServerContext>()
    .get('/prompts/:id/kept-runs', async (c) => {
      const id = PathId.safeParse(c.req.param('id'));
      const runs = id.success ? await library.keptRunsOf(c.get('user').id, id.data) : undefined;
      return runs === undefined ? answerProblem('not_found') : answerList(c, runs);
    })
    .post('/prompts/:id/kept-runs', (c) => answerMutation(c, commit))
    .patch('/prompts/:id/kept-runs/:runId', (c) => answerMutation(c, commit))
    .delete('/prompts/:id/kept-runs/:runId', (c) => answerMutation(c, commit));
}
