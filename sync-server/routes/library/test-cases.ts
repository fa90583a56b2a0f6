import { Hono } from 'hono';
import { PathId } from '#shared/model/ids.ts';
import { answerProblem } from '../../middleware/problem-response.ts';
import type { ServerContext } from '../../middleware/server-context.ts';
import { answerList } from '../answers/answer-list.ts';
import { answerMutation } from '../answers/answer-mutation.ts';
import type { LibraryRoutesDeps } from './projects.ts';

/** Mounted at `/api`. */
export function testCasesRoutes({ library, commit }: LibraryRoutesDeps): Hono<ServerContext> {
  return new Hono<ServerContext>()
    .get('/prompts/:id/cases', async (c) => {
      const id = PathId.safeParse(c.req.param('id'));
      const cases = id.success ? await library.casesOf(c.get('user').id, id.data) : undefined;
      return cases === undefined ? answerProblem('not_found') : answerList(c, cases);
    })
    .post('/prompts/:id/cases', (c) => answerMutation(c, commit))
    .patch('/prompts/:id/cases/:caseId', (c) => answerMutation(c, commit))
    .delete('/prompts/:id/cases/:caseId', (c) => answerMutation(c, commit));
}
