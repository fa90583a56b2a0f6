/**
 * Declares the storage of API tokens. Instants are milliseconds. Each function is one transaction.
 *
 * 1. A token is found by its hash; the token itself is never given to the storage.
 * 2. A removed token, and one of an account that is disabled or deleted, is not found from the next request on, also
 *    where another process removed it.
 * 3. The tokens of an account are removed with the account.
 *
 * `api-tokens-suite.ts` is what every implementation passes.
 */
import type { ApiTokenScope } from '#shared/model/account/api-token.ts';
import type { User } from '#shared/model/account/user.ts';

export type StoredApiToken = {
  id: number;
  userId: number;
  name: string;
  scope: ApiTokenScope;
  /** The only project that it reaches; null: all of them. */
  projectId: number | null;
  createdAt: number;
  /** Null: it does not expire. */
  expiresAt: number | null;
  /** Of the latest use that was recorded; null: none was. */
  usedAt: number | null;
};

export type NewApiToken = Omit<StoredApiToken, 'usedAt'> & { tokenHash: string };

/** Without `usedAt`, so that a recorded use changes nothing of it. */
export type FoundApiToken = { token: Omit<StoredApiToken, 'usedAt'>; user: User };

export type ApiTokensStorage = {
  /** Returns false, and adds nothing, where the account has as many as `most`. */
  addToken(token: NewApiToken, most: number): Promise<boolean>;
  /** Also where it has expired. At once where it need not be waited for. */
  findToken(tokenHash: string): FoundApiToken | undefined | Promise<FoundApiToken | undefined>;
  /** The latest first. */
  listTokens(userId: number): Promise<StoredApiToken[]>;
  recordUse(token: { userId: number; id: number }, usedAt: number): Promise<void>;
  /** Returns false where the account has no token of this id. */
  removeToken(userId: number, id: number): Promise<boolean>;
};
