/**
 * Asks whether the server takes a change of this account at all, by one that changes nothing: what is open, written
 * as it is. Needed where nothing waits but an entry that the server fails on.
 */
import { PushAnswer, type PushRequest } from '#shared/sync/wire.ts';
import { unchangedMutation } from '../data/commit/unchanged-mutation.ts';
import { headersOf, type RoundDeps } from './round.ts';

export async function serverWrites({ library, send, device }: RoundDeps): Promise<boolean> {
  const mutation = await unchangedMutation(library);
  if (mutation === null) return false;
  const body: PushRequest = { mutations: [mutation], device, brief: true };
  const headers = await headersOf(library);
  const answer = await send({ method: 'POST', path: '/api/sync/push', body, headers });
  const results = PushAnswer.safeParse(answer?.body).data?.results ?? [];
  return results.some(({ key, status }) => key === mutation.key && status >= 200 && status < 300);
}
