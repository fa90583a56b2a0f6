import { Hono } from 'hono';
import { PathId } from '#shared/model/ids.ts';
import { answerProblem } from '../../middleware/problem-response.ts';
import type { ServerContext } from '../../middleware/server-context.ts';
import { answerList } from '../answers/answer-list.ts';
import { answerMutation } from '../answers/answer-mutation.ts';
import type { LibraryRoutesDeps } from './projects.ts';

/** Mounted at `/api`. */
export function versionsRoutes({ library, commit }: LibraryRoutesDeps): Hono<ServerContext> {
  return (
    new Hono<ServerContext>()
      .get('/prompts/:id/versions', async (c) => {
        const id = PathId.safeParse(c.req.param('id'));
        const versions = id.success ? await library.versionsOf(c.get('user').id, id.data) : undefined;
        return versions === undefined ? answerProblem('not_found') : answerList(c, versions);
      })
      // Both spellings of the bulk delete before `:versionId`, which would take their last segment for an id.
      .delete('/prompts/:id/versions/bulk-delete', (c) => answerMutation(c, commit))
      .post('/prompts/:id/versions/bulk', (c) => {
        if (c.req.header('X-HTTP-Method-Override')?.toUpperCase() !== 'DELETE') {
          return answerProblem('method_not_allowed', {
            detail: 'X-HTTP-Method-Override: DELETE is needed here.',
          });
        }
        const path = `/api/prompts/${c.req.param('id')}/versions/bulk-delete`;
        return answerMutation(c, commit, { method: 'DELETE', path });
      })
      .patch('/prompts/:id/versions/:versionId', (c) => answerMutation(c, commit))
      .post('/prompts/:id/versions/:versionId/review', (c) => answerMutation(c, commit))
      .delete('/prompts/:id/versions/:versionId', (c) => answerMutation(c, commit))
  );
}
