import { Hono } from 'hono';
import { z } from 'zod';
import { limits } from '#shared/model/limits.ts';
import { onlyProjectOf } from '../../middleware/authorize-token.ts';
import { answerProblem } from '../../middleware/problem-response.ts';
import type { ServerContext } from '../../middleware/server-context.ts';
import type { SearchPrompts } from '../../services/reads/search-prompts.ts';
import { answerList } from '../answers/answer-list.ts';

/** The query `q`. */
export const SearchText = z.string().trim().min(1, 'Say what to look for.').max(limits.searchMaxLength);

/** `GET /api/search?q=`. Mounted at `/api`. */
export function searchRoutes({ search }: { search: SearchPrompts }): Hono<ServerContext> {
  return new Hono<ServerContext>().get('/search', async (c) => {
    const query = SearchText.safeParse(c.req.query('q') ?? '');
    if (!query.success) {
      const errors = query.error.issues.map(({ message }) => ({ path: 'q', message }));
      return answerProblem('invalid_fields', { errors });
    }
    const found = await search(c.get('user').id, { query: query.data, onlyProject: onlyProjectOf(c) });
    return answerList(c, found, { before: '{"prompts":', after: '}' });
  });
}
