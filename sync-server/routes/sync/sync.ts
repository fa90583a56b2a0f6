import { Hono } from 'hono';
import { z } from 'zod';
import { limits } from '#shared/model/limits.ts';
import {
  ClientId,
  clientHeader,
  type PushAnswer,
  type PushRequest,
  parseCursor,
  parseMutationKey,
  WaitedSeconds,
  waitedHeader,
} from '#shared/sync/wire.ts';
import { onlyProjectOf } from '../../middleware/authorize-token.ts';
import { readJson } from '../../middleware/body/json-body.ts';
import { compressed } from '../../middleware/compressed-json.ts';
import { answerProblem } from '../../middleware/problem-response.ts';
import type { ServerContext } from '../../middleware/server-context.ts';
import type { CommitMutation } from '../../services/change/commit-mutation.ts';
import type { ExpandTexts } from '../../services/change/expand-texts.ts';
import type { MutationRequest } from '../../services/change/mutation-request.ts';
import type { Metrics } from '../../services/operation/metrics-port.ts';
import type { ReadChanges } from '../../services/reads/read-changes.ts';
import { pushRequest } from './push-request.ts';

export type SyncDeps = {
  commit: CommitMutation;
  expandTexts: ExpandTexts;
  changes: ReadChanges;
  metrics: Pick<Metrics, 'pushWaited'>;
};

/** The query of `GET /api/sync/changes`. */
export const ChangesQuery = z.object({
  since: z.string().optional(),
  known: z.string().optional(),
  limit: z.coerce.number().pipe(z.int().min(1).max(limits.changesPage)).default(limits.changesPage),
  bytes: z.coerce.number().pipe(z.int().min(1)).default(limits.changesPageBytes),
  full: z.enum(['0', '1']).default('0'),
  count: z.enum(['0', '1']).default('0'),
  deletedAfter: z.union([z.literal('now'), z.coerce.number().pipe(z.int().nonnegative())]).default(0),
});

/** `POST /api/sync/push` and `GET /api/sync/changes`. Mounted at `/api`. */
export function syncRoutes({ commit, expandTexts, changes, metrics }: SyncDeps): Hono<ServerContext> {
  return new Hono<ServerContext>()
    .post('/sync/push', async (c) => {
      const body = await readJson(c, pushRequest);
      if (!body.ok) return body.answer;
      const { mutations, since, acknowledged, device = '', brief = false } = body.content;
      const userId = c.get('user').id;
      const place = placeOf(since);
      if (place === null || !(await changes.continues(userId, place))) return answerProblem('cursor_reset');
      const read = readKeys(mutations, onlyProjectOf(c));
      if (read === null) {
        const errors = [{ path: 'mutations', message: 'Every key is of one and the same client.' }];
        return answerProblem('invalid_request', { errors });
      }
      const acknowledgedBy =
        acknowledged === undefined || read.client === undefined
          ? null
          : { client: read.client, upTo: acknowledged };
      const requests = await expandTexts(userId, read.requests);
      if (requests === null) return answerProblem('base_text_missing');
      const done = await commit.push(userId, {
        requests,
        device,
        brief,
        acknowledged: acknowledgedBy,
      });
      const waited = WaitedSeconds.safeParse(c.req.header(waitedHeader));
      if (waited.success) metrics.pushWaited(waited.data);
      const results = mutations.map(({ key }, index) => ({ key, status: 500, ...done.answers[index] }));
      const epoch = await changes.epochAt(userId, done.seq);
      return c.json({ seq: done.seq, epoch, results } satisfies PushAnswer);
    })
    .get('/sync/changes', async (c) => {
      const query = ChangesQuery.safeParse(c.req.query());
      if (!query.success) {
        const errors = query.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
        return answerProblem('invalid_fields', { errors });
      }
      const { limit, bytes, full, count, deletedAfter } = query.data;
      const [since, known] = [query.data.since, query.data.known].map(placeOf);
      if (since === null || known === null) return answerProblem('cursor_reset');
      const client = ClientId.safeParse(c.req.header(clientHeader));
      const outcome = await changes.read(c.get('user').id, {
        since,
        known,
        limit: { rows: limit, bytes: Math.min(bytes, limits.changesPageBytes), deletedAfter },
        count: count === '1',
        client: client.success ? client.data : null,
        wholeRows: full === '1',
      });
      if (outcome.kind === 'cursor_reset') return answerProblem('cursor_reset');
      return compressed(c, outcome.json);
    });
}

/** Null where it cannot be read. */
function placeOf(cursor: string | undefined) {
  return cursor === undefined ? undefined : parseCursor(cursor);
}

type Keyed = { requests: MutationRequest[]; client: string | undefined };

/** Null where the keys are of more than one client, or one cannot be read. */
function readKeys(mutations: PushRequest['mutations'], onlyProject: number | null): Keyed | null {
  const requests: MutationRequest[] = [];
  for (const { key: named, method, path, body, ifMatch } of mutations) {
    const key = parseMutationKey(named);
    if (key === null || key.client !== (requests[0]?.key?.client ?? key.client)) return null;
    requests.push({ method, path, body, key, ifMatch, onlyProject });
  }
  return { requests, client: requests[0]?.key?.client };
}
