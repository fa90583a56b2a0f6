/**
 * Negative controls: each takes one rule of the protocol away. A suite that stays green then proves nothing.
 */
import { PushRequest } from '#shared/sync/wire.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Account } from './simulated-device.ts';
import type { Tampering } from './simulated-network.ts';

/** Each with the invariant, or the words, that must be found without it. */
export const brokenRules = {
  keptText: 'I1',
  sameKey: 'I2',
  unansweredKept: 'I3',
  feedComplete: 'I4',
  owner: 'I7',
  seen: 'I9',
  ifMatch: 'I1',
  bytesKept: 'are nowhere',
  cursorWithRows: 'I5',
  feedInOrder: 'I6',
  ownChain: 'I8',
  namedAtSignOut: 'I10',
  unknownPreserved: 'I11',
  othersWords: 'I14',
  reasonGiven: 'I15',
} as const;
export type BrokenRule = keyof typeof brokenRules;

export const brokenRuleNames = [
  'keptText',
  'sameKey',
  'unansweredKept',
  'feedComplete',
  'owner',
  'seen',
  'ifMatch',
  'bytesKept',
  'cursorWithRows',
  'feedInOrder',
  'ownChain',
  'namedAtSignOut',
  'unknownPreserved',
  'othersWords',
  'reasonGiven',
] as const satisfies readonly BrokenRule[];

export function tamperingFor(
  rule: BrokenRule,
  { random, accounts }: { random: SeededRandom; accounts: readonly Account[] },
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
            cookie: random.chance(0.2) ? (random.pick(accounts)?.cookie ?? cookie) : cookie,
          };
        },
      };
    case 'keptText':
      // A change no longer carries along the text that a merge could not take over.
      return {
        ...untouched,
        request: (request, cookie) => ({
          request: withMutations(request, (mutation) => ({
            ...mutation,
            body: { ...Object(mutation.body), preserve: undefined },
          })),
          cookie,
        }),
      };
    case 'sameKey':
      // What is asked again is asked under another name, so that it is done again.
      return {
        request: (request, cookie) => ({
          request: withMutations(request, ({ key, ifMatch: _ifMatch, ...mutation }) => ({
            ...mutation,
            key: key.replace(':', `_${random.below(1_000_000)}:`),
            body: withoutIds(mutation),
          })),
          cookie,
        }),
        answer(answer) {
          const push = Object(answer?.body);
          if (answer === null || !Array.isArray(push.results)) return answer;
          const results = push.results.map((result: { key: string }) => ({
            ...result,
            key: result.key.replace(/_\d+:/, ':'),
          }));
          return { ...answer, body: { ...push, results } };
        },
      };
    case 'reasonGiven':
      // A label that begins to ask for proof comes with a move that nobody gave a reason for.
      return {
        ...untouched,
        request: (request, cookie) => ({ request: withMutations(request, withoutReasons), cookie }),
      };
    case 'unansweredKept':
    case 'bytesKept':
    case 'cursorWithRows':
    case 'feedInOrder':
    case 'ownChain':
    case 'namedAtSignOut':
    case 'unknownPreserved':
    case 'othersWords':
      // Done by the world, see `break-rules.ts`.
      return untouched;
  }
}

function withoutReasons(mutation: Mutation): Mutation {
  const body = Object(mutation.body);
  if (body.labelRules === undefined) return mutation;
  const bare = ({ override: _override, ...move }: { override?: string }) => move;
  return { ...mutation, body: { ...body, labels: body.labels?.map(bare) } };
}

/** A version that the server gives an id of its own is a new one each time. */
function withoutIds({ method, body }: Pick<Mutation, 'method' | 'body'>): unknown {
  return method === 'PUT' ? { ...Object(body), id: undefined } : body;
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
