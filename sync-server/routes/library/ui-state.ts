import { Hono } from 'hono';
import type { ServerContext } from '../../middleware/server-context.ts';
import { answerMutation } from '../answers/answer-mutation.ts';
import type { LibraryRoutesDeps } from './projects.ts';

/** Mounted at `/api`. */
export function uiStateRoutes({ library, commit }: LibraryRoutesDeps): Hono<ServerContext> {
  return new Hono<ServerContext>()
    .get('/user/ui-state', async (c) => c.json(await library.uiState(c.get('user').id)))
    .put('/user/ui-state', (c) => answerMutation(c, commit));
}
