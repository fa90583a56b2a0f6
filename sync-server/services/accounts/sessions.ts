import type { User } from '#shared/model/account/user.ts';
import type { SessionsStorage } from '../../storage/ports/accounts-port.ts';

/** 256 random bits in base64url. The server keeps only its hash. */
export type SessionToken = string;

/** `id` signs nobody in. Instants are milliseconds; `usedAt` is up to an hour before the latest use. */
export type ListedSession = {
  id: string;
  device: string;
  createdAt: number;
  usedAt: number;
  isCurrent: boolean;
};

/**
 * Who is signed in, by token. A session slides with use and ends for good at an absolute instant.
 * A user may have many.
 */
export type Sessions = {
  /** `device`: as the browser names itself. */
  start(userId: number, device: string): Promise<SessionToken>;
  /** Undefined: no such session, or it has ended. At once where it need not be waited for. */
  find(token: SessionToken): User | undefined | Promise<User | undefined>;
  end(token: SessionToken): Promise<void>;
  /** Those of the user that have not ended, the latest first; `current` is the token of the one that asks. */
  list(userId: number, current: SessionToken): Promise<ListedSession[]>;
  /** Returns false where the user has no session of this id. */
  endById(userId: number, id: string): Promise<boolean>;
  /** Ends all sessions of the user but one. */
  endOthers(userId: number, kept: SessionToken): Promise<void>;
  /** Replaces the password of the user and ends all of their sessions but one, in one transaction. */
  changePassword(change: { userId: number; passwordHash: string; kept: SessionToken }): Promise<void>;
  /** `listener` is called once, when this session is ended here. Returns the way to stop listening. */
  onEnd(token: SessionToken, listener: () => void): () => void;
};

export type SessionLifetime = { slidingMs: number; absoluteMs: number };

export type SessionDependencies = {
  storage: SessionsStorage;
  lifetime: SessionLifetime;
  /** Of one account: where there are more, the oldest end. */
  mostAtOnce: number;
  now: () => number;
  randomBytes: (size: number) => Uint8Array;
};
