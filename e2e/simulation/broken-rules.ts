/**
 * Negative controls: each takes one rule of the protocol away. A suite that stays green then proves nothing.
 */
import { PushRequest } from '#shared/sync/wire.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Tampering } from './simulated-network.ts';

export const brokenRules = ['ifMatch', 'seen', 'feedComplete', 'owner', 'unansweredKept'] as const;
export type BrokenRule = (typeof brokenRules)[number];

export function tamperingFor(
  rule: BrokenRule,
  { random, cookies }: { random: SeededRandom; cookies: readonly string[] },
): Tampering {
  const untouched: Tampering = {
    request: (request, cookie) => ({ request, cookie }),
    answer: (answer) => answer,
  };
  switch (rule) {
    case 'ifMatch':
      // The server no longer learns which revision an edit was made upon: later edits lay over earlier ones.
      return {
        ...untouched,
        request: (request, cookie) => ({
          request: withMutations(request, ({ ifMatch: _ifMatch, ...mutation }) => mutation),
          cookie,
        }),
      };
    case 'seen':
      // Deletes no longer say what their author had seen.
      return {
        ...untouched,
        request: (request, cookie) => ({
          request: withMutations(request, (mutation) =>
            mutation.method === 'DELETE'
              ? { ...mutation, body: { ...Object(mutation.body), seen: undefined } }
              : mutation,
          ),
          cookie,
        }),
      };
    case 'feedComplete':
      // A page of the feed loses its last change while the cursor moves past it.
      return {
        ...untouched,
        answer(answer, asked) {
          const page = Object(answer?.body);
          if (!asked.path.startsWith('/api/sync/changes') || !Array.isArray(page.changes) || answer === null)
            return answer;
          return random.chance(0.3)
            ? { ...answer, body: { ...page, changes: page.changes.slice(0, -1) } }
            : answer;
        },
      };
    case 'owner':
      // Somebody else is signed in by now, and nobody compares.
      return {
        ...untouched,
        request(request, cookie) {
          const { 'X-Promptory-User': _user, ...headers } = request.headers ?? {};
          return {
            request: { ...request, headers },
            cookie: random.chance(0.2) ? (random.pick(cookies) ?? cookie) : cookie,
          };
        },
      };
    case 'unansweredKept':
      // Done by the world: entries without an answer are dropped.
      return untouched;
  }
}

type Mutation = PushRequest['mutations'][number];

function withMutations<R extends { body?: unknown }>(
  request: R,
  change: (mutation: Mutation) => Mutation,
): R {
  const push = PushRequest.safeParse(request.body);
  if (!push.success) return request;
  return { ...request, body: { ...push.data, mutations: push.data.mutations.map(change) } };
}
