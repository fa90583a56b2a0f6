/**
 * API tokens: made, listed and revoked by their person, found by the requests that carry them.
 *
 * 1. A token is 256 random bits and is shown once, where it is made. Stored is its SHA-256.
 * 2. A revoked token counts from the next request on, whoever revoked it; its open streams end.
 * 3. The latest use is recorded at most once a minute for each token: most requests write nothing.
 * Who may use which route with one: `middleware/authorize-token.ts`.
 */
import { hash } from 'node:crypto';
import { type ApiTokenRequest, apiTokenPattern, apiTokenPrefix } from '#shared/model/account/api-token.ts';
import type { User } from '#shared/model/account/user.ts';
import { newId, type RandomWords } from '#shared/model/ids.ts';
import { limits } from '#shared/model/limits.ts';
import { writeFailure } from '../../storage/failures/write-failure.ts';
import type { ApiTokensStorage, FoundApiToken, StoredApiToken } from '../../storage/ports/api-tokens-port.ts';
import type { LibraryStorage } from '../../storage/ports/library-port.ts';
import type { EventSource, SecurityEvents } from './security-events.ts';

export type { FoundApiToken, StoredApiToken } from '../../storage/ports/api-tokens-port.ts';

/** The person whose tokens they are; `from` is left out by the command line tool. */
export type TokenOwner = { user: Pick<User, 'id' | 'username'>; from?: EventSource };

export type MadeToken =
  | { kind: 'made'; token: string; stored: StoredApiToken }
  /** `full`: the account has too many; `no_project`: it has no such project; `expired`: the end has passed. */
  | { kind: 'full' | 'no_project' | 'expired' };

/** `expired`: the token is a real one, and its time is over. */
export type TokenSearch = ({ kind: 'found' } & FoundApiToken) | { kind: 'expired'; user: User } | undefined;

export type ApiTokens = {
  create(owner: TokenOwner, request: ApiTokenRequest): Promise<MadeToken>;
  /** Expired ones too, the latest first. */
  list(userId: number): Promise<StoredApiToken[]>;
  /** Returns false where the account has no token of this id. */
  revoke(owner: TokenOwner, id: number): Promise<boolean>;
  /** Finds a token for a request that carries it, which is a use of it. At once where nothing has to be recorded. */
  use(token: string): TokenSearch | Promise<TokenSearch>;
  /** Records that a request with a token was refused because of it. */
  recordRefusal(refused: { user: User | undefined; from: EventSource }): Promise<void>;
  /** `listener` is called once, when this token is revoked here. Returns the way to stop listening. */
  onRevoke(id: number, listener: () => void): () => void;
};

export type ApiTokensDeps = {
  storage: ApiTokensStorage;
  library: Pick<LibraryStorage, 'gather'>;
  securityEvents: SecurityEvents;
  now: () => number;
  random: RandomWords;
  randomBytes: (size: number) => Uint8Array;
};

const recordUseMs = 60 * 1000;
/** Tokens whose latest use is remembered; of the others it is recorded once more. */
const mostRemembered = 10_000;

export function createApiTokens(deps: ApiTokensDeps): ApiTokens {
  const { storage, library, securityEvents, now } = deps;
  const listeners = new Map<number, Set<() => void>>();
  const use = createUse(deps);

  async function hasProject(userId: number, id: number): Promise<boolean> {
    const touches = [{ kind: 'row', ref: { type: 'project', id } } as const];
    const { rows } = await library.gather(userId, {
      parts: [{ key: null, touches, bulk: null, inspected: 0 }],
    });
    return rows.live('project', id) !== undefined;
  }

  return {
    async create({ user, from }, { name, scope, projectId, expiresAt }) {
      const createdAt = now();
      const end = expiresAt === null ? null : Date.parse(expiresAt);
      if (end !== null && end <= createdAt) return { kind: 'expired' };
      if (projectId !== null && !(await hasProject(user.id, projectId))) return { kind: 'no_project' };
      const token = apiTokenPrefix + Buffer.from(deps.randomBytes(32)).toString('hex');
      const rest = { name, scope, projectId, createdAt, expiresAt: end };
      const made = { id: newId(deps.random), userId: user.id, ...rest };
      const added = await storage.addToken({ ...made, tokenHash: hashOf(token) }, limits.apiTokensPerAccount);
      if (!added) return { kind: 'full' };
      await securityEvents.record({ kind: 'token_created', username: user.username, from });
      return { kind: 'made', token, stored: { ...made, usedAt: null } };
    },
    list: (userId) => storage.listTokens(userId),
    async revoke({ user, from }, id) {
      if (!(await storage.removeToken(user.id, id))) return false;
      for (const listener of listeners.get(id) ?? []) listener();
      listeners.delete(id);
      await securityEvents.record({ kind: 'token_revoked', username: user.username, from });
      return true;
    },
    use,
    recordRefusal: ({ user, from }) =>
      securityEvents.record({ kind: 'token_refused', username: user?.username, from }),
    onRevoke(id, listener) {
      const ofToken = listeners.get(id) ?? new Set();
      listeners.set(id, ofToken.add(listener));
      return () => {
        ofToken.delete(listener);
        if (ofToken.size === 0 && listeners.get(id) === ofToken) listeners.delete(id);
      };
    },
  };
}

function createUse({ storage, now }: Pick<ApiTokensDeps, 'storage' | 'now'>): ApiTokens['use'] {
  /** By token: when its use was last recorded here. */
  const recorded = new Map<number, number>();

  async function record(found: TokenSearch & { kind: 'found' }, at: number): Promise<TokenSearch> {
    if (recorded.size >= mostRemembered) recorded.clear();
    recorded.set(found.token.id, at);
    try {
      await storage.recordUse(found.token, at);
    } catch (error) {
      // What is read needs no room on the disk.
      if (writeFailure(error) === undefined) throw error;
    }
    return found;
  }

  function judged(found: FoundApiToken | undefined): TokenSearch | Promise<TokenSearch> {
    if (found === undefined) return undefined;
    const at = now();
    const { token, user } = found;
    if (token.expiresAt !== null && token.expiresAt <= at) return { kind: 'expired', user };
    const use = { kind: 'found', ...found } as const;
    return at - (recorded.get(token.id) ?? -recordUseMs) < recordUseMs ? use : record(use, at);
  }

  return (token) => {
    if (!apiTokenPattern.test(token)) return undefined;
    const found = storage.findToken(hashOf(token));
    return found instanceof Promise ? found.then(judged) : judged(found);
  };
}

function hashOf(token: string): string {
  return hash('sha256', token, 'hex');
}
