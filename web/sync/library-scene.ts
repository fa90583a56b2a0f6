/** Scenes for the tests of sync: a library in memory and a server that answers what a test says. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { Answer } from '#shared/sync/classify-answer.ts';
import { type PushMutation, PushRequest } from '#shared/sync/wire.ts';
import { type Library, openLibrary } from '../data/database/library.ts';
import type { ApiRequest } from '../platform/api-client.ts';

export const now = () => Date.parse('2026-01-01T00:00:00Z');

export function openedLibrary(): Promise<Library> {
  const random = (words: Uint32Array<ArrayBuffer>) => crypto.getRandomValues(words);
  const indexedDb = { indexedDB: new IDBFactory(), IDBKeyRange };
  return openLibrary({ id: 1, username: 'ada', displayName: 'Ada' }, { random, now, indexedDb });
}

export const answered = (body: unknown, status = 200): Answer => ({ status, retryAfter: null, body });

/** Accepts everything; `on` answers differently where it returns something else than undefined. */
export function scriptedServer(on: (request: ApiRequest) => Answer | undefined = () => undefined) {
  const requests: ApiRequest[] = [];
  let seq = 0;
  const accept = ({ key }: PushMutation) => {
    seq += 1;
    return { key, status: 200, seq, revs: {} };
  };
  const send = async (request: ApiRequest): Promise<Answer> => {
    requests.push(request);
    const scripted = on(request);
    if (scripted !== undefined) return scripted;
    const push = PushRequest.safeParse(request.body);
    if (push.success) return answered({ results: push.data.mutations.map(accept), seq });
    seq = Math.max(seq, Number(/since=e\.(\d+)/.exec(request.path)?.[1] ?? 0));
    return answered({ cursor: `e.${seq}`, more: false, changes: [] });
  };
  const pushed = () =>
    requests.flatMap(({ body }) => PushRequest.safeParse(body).data?.mutations ?? []).map(({ path }) => path);
  return { send, requests, pushed };
}
