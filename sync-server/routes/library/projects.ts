import { Hono } from 'hono';
import { PathId } from '#shared/model/ids.ts';
import { onlyProjectOf } from '../../middleware/authorize-token.ts';
import { answerProblem } from '../../middleware/problem-response.ts';
import type { ServerContext } from '../../middleware/server-context.ts';
import type { CommitMutation } from '../../services/change/commit-mutation.ts';
import type { ReadLibrary } from '../../services/reads/read-library.ts';
import { answerList } from '../answers/answer-list.ts';
import { answerMutation } from '../answers/answer-mutation.ts';

export type LibraryRoutesDeps = { library: ReadLibrary; commit: CommitMutation };

/** Mounted at `/api`. */
export function projectsRoutes({ library, commit }: LibraryRoutesDeps): Hono<ServerContext> {
  return new Hono<ServerContext>()
    .get('/projects', async (c) => {
      const projects = await library.projects(c.get('user').id, onlyProjectOf(c));
      return projects === undefined ? answerProblem('not_found') : answerList(c, projects);
    })
    .post('/projects', (c) => answerMutation(c, commit))
    .patch('/projects/:id', (c) => answerMutation(c, commit))
    .put('/projects/:id/position', (c) => answerMutation(c, commit))
    .delete('/projects/:id', (c) => answerMutation(c, commit))
    .get('/projects/:id/prompts', async (c) => {
      const id = PathId.safeParse(c.req.param('id'));
      const prompts = id.success ? await library.promptsOf(c.get('user').id, id.data) : undefined;
      return prompts === undefined ? answerProblem('not_found') : answerList(c, prompts);
    });
}
