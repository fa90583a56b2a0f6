/**
 * Negative controls: each puts an old behaviour of the client back, of which the simulation must find that it
 * stands still, or knocks where it was asked not to.
 */
import { limits } from '#shared/model/limits.ts';
import { PushRequest } from '#shared/sync/wire.ts';
import type { Library } from '../../../web/data/database/library.ts';
import { dropHeldPages } from '../../../web/data/feed/held-pages.ts';
import type { ApiAnswer, ApiRequest, SendRequest } from '../../../web/platform/api-client.ts';
import type { Link } from '../../../web/sync/link.ts';
import type { Conditions } from './conditions.ts';
import type { SlowLink } from './slow-link.ts';

/** Describes what is changed in a client, from the inside outwards. */
export type OldClient = {
  network?(network: Pick<SlowLink, 'fetch' | 'upload'>): Pick<SlowLink, 'fetch'>;
  send?(send: SendRequest, library: Library): SendRequest;
  link?(link: Link): Link;
};

export const presentClient: OldClient = {};

/** Pushes of up to 4 MB, whatever happened to the ones before. */
const sameSize = (link: Link): Link => ({ ...link, pushBytes: () => limits.pushBytes });

/** No push has fewer mutations than one before it, whatever became of that. */
function neverSmaller(send: SendRequest): SendRequest {
  let most = 0;
  return async (request) => {
    const count = PushRequest.safeParse(request.body).data?.mutations.length;
    if (count !== undefined && count < most) return null;
    most = Math.max(most, count ?? 0);
    return send(request);
  };
}

const longestMs = 60_000;

type Control = {
  old: OldClient;
  /** Under which conditions it matters. */
  set: Partial<Conditions>;
  /** The invariant that must be found broken. */
  finding: string;
};

export const livenessControls: Readonly<Record<string, Control>> = {
  'every request ends after 60 s, with pushes of up to 4 MB': {
    old: {
      link: sameSize,
      send: neverSmaller,
      network: ({ fetch }) => ({
        fetch: (path, init) => fetch(path, { ...init, signal: AbortSignal.timeout(longestMs) }),
      }),
    },
    set: { bytesPerSecond: 2_000, edits: { count: 12, bytes: 30_000 } },
    finding: 'L1',
  },
  'no push gets smaller where a proxy takes no more': {
    old: {
      link: sameSize,
      send: (send) => neverSmaller(async (request) => unlessForeign(await send(request))),
    },
    set: { proxy: { bodyBytes: 50_000, answers: '413' }, edits: { count: 8, bytes: 40_000 } },
    finding: 'L1',
  },
  'no push gets smaller where it breaks off': {
    old: { link: sameSize, send: neverSmaller },
    set: { proxy: { bodyBytes: 50_000, answers: 'reset' }, edits: { count: 8, bytes: 40_000 } },
    finding: 'L1',
  },
  'nothing is pulled after a failed push': {
    old: { send: pullsOnlyAfterSuccess },
    set: { pushOutageMs: 3_600_000 },
    finding: 'L4',
  },
  'fetched pages are dropped where a pull breaks off': {
    old: {
      send: (send, library) => async (request) => {
        const answer = await send(request);
        if (answer === null && request.method === 'GET') await dropHeldPages(library.db);
        return answer;
      },
    },
    set: {
      page: 2,
      backlog: { created: 80, deleted: 6 },
      bytesPerSecond: 4_000,
      bytesBetweenCuts: 25_000,
      edits: { count: 2, bytes: 8_000 },
    },
    finding: 'L1',
  },
  'Retry-After is not read': {
    old: {
      send: (send) => async (request) => {
        const answer = await send(request);
        return answer === null ? null : { ...answer, retryAfter: null };
      },
    },
    set: { patienceMs: 3 * 3_600_000 },
    finding: 'L3',
  },
};

function unlessForeign(answer: ApiAnswer): ApiAnswer {
  return answer?.isForeign ? null : answer;
}

function pullsOnlyAfterSuccess(send: SendRequest): SendRequest {
  let hasFailed = false;
  return async (request: ApiRequest) => {
    if (request.method === 'GET' && hasFailed) return null;
    const answer = await send(request);
    if (request.method === 'POST') hasFailed = answer?.status !== 200;
    return answer;
  };
}
