/**
 * Declares the storage of users and their sessions. Instants are milliseconds. Each function is one
 * transaction.
 *
 * 1. There is at most one user a username key.
 * 2. A session is found by the hash of its token; the token itself is never given to the storage.
 *
 * `accounts-suite.ts` is what every implementation passes.
 */
export type StoredUser = {
  id: number;
  username: string;
  displayName: string;
  passwordHash: string;
};

export type NewUser = StoredUser & { usernameKey: string; createdAt: number; isAdmin?: boolean };

/**
 * On what condition an account is added: none; that it is the first; that an invitation is unused, and expires after
 * the account's `createdAt`.
 */
export type Admission = { kind: 'open' } | { kind: 'first' } | { kind: 'invitation'; tokenHash: string };

export type StoredSession = {
  tokenHash: string;
  userId: number;
  createdAt: number;
  expiresAt: number;
  endsAt: number;
  /** As the browser names itself; '' where it does not. */
  device: string;
};

export type SecretPurpose = 'known-devices' | 'security-events' | 'first-code';

export type AccountsStorage = {
  /** Adds the user and uses the invitation up, or does neither. */
  addUser(
    user: NewUser,
    /** `open` if it is left out. */
    admission?: Admission,
  ): Promise<'added' | 'username_taken' | 'id_taken' | 'not_admitted'>;
  hasUsers(): Promise<boolean>;
  isAdmin(userId: number): Promise<boolean>;
  /** Undefined of an account that is disabled or deleted too: signing in to it is like a wrong name. */
  findUser(usernameKey: string): Promise<StoredUser | undefined>;
  /** Returns the secret for this purpose; the first call stores `drawn` as that secret. */
  secret(purpose: SecretPurpose, drawn: Uint8Array): Promise<Uint8Array>;
  /** Stores the secret in the place of an earlier one. */
  replaceSecret(purpose: SecretPurpose, secret: Uint8Array): Promise<void>;
};

/** `id`: names the session and signs nobody in. `usedAt`: of its latest use, as far as that was recorded. */
export type FoundSession = StoredSession & { id: string; usedAt: number };

export type SessionWithUser = { session: FoundSession; user: StoredUser };

export type SessionsStorage = {
  addSession(session: StoredSession): Promise<void>;
  /** Undefined where the account is disabled or deleted. At once where it need not be waited for. */
  findSession(tokenHash: string): SessionWithUser | undefined | Promise<SessionWithUser | undefined>;
  /** The latest first. */
  listSessions(userId: number): Promise<FoundSession[]>;
  moveExpiry(tokenHash: string, to: { expiresAt: number; usedAt: number }): Promise<void>;
  recordUse(tokenHash: string, usedAt: number): Promise<void>;
  /** Replaces the password hash, and ends all sessions of the user but one. Returns the hashes of those that are gone. */
  changePassword(change: { userId: number; passwordHash: string; keptHash: string }): Promise<string[]>;
  /** Returns the hash of the session, or undefined where the user has none of this id. */
  deleteSessionById(userId: number, id: string): Promise<string | undefined>;
  /** Returns the hashes of those that are gone. */
  deleteOtherSessionsOf(userId: number, keptHash: string): Promise<string[]>;
  deleteSession(tokenHash: string): Promise<void>;
  deleteSessionsOf(userId: number): Promise<void>;
  /** All but the `kept` that began last. Returns the hashes of those that are gone. */
  deleteOldestSessionsOf(userId: number, kept: number): Promise<string[]>;
  deleteSessionsExpiredAt(instant: number): Promise<void>;
};
