/**
 * Declares what an admin reads and changes of accounts. Instants are milliseconds. Each function but `eraseLibrary` is
 * one transaction.
 *
 * 1. A disabled or deleted account is not found by `AccountsStorage.findUser`, and neither are its sessions.
 * 2. Its name stays taken until it is removed.
 * 3. What ends an account's access also removes its sessions.
 *
 * `administration-suite.ts` is what every implementation passes.
 */
export type Account = {
  id: number;
  username: string;
  usernameKey: string;
  displayName: string;
  createdAt: number;
  /** Of the latest sign-in; null where it is not known. */
  signedInAt: number | null;
  disabledAt: number | null;
  deletedAt: number | null;
  isAdmin: boolean;
  rows: number;
  textBytes: number;
  fileBytes: number;
  sessions: number;
};

/** `id`: names the session and signs nobody in. `usedAt`: of its latest use, as far as that was recorded. */
export type AccountSession = {
  id: string;
  createdAt: number;
  usedAt: number;
  expiresAt: number;
  device: string;
};

export type AdministrationStorage = {
  /** In the order of their keys, after this one; a page at most. */
  accountsAfter(usernameKey: string): Promise<Account[]>;
  /** Also where it is disabled or deleted. */
  findAccount(usernameKey: string): Promise<Account | undefined>;
  /** Ends the sessions. */
  changePassword(userId: number, passwordHash: string): Promise<void>;
  /** Ends the sessions. */
  disable(userId: number, at: number): Promise<void>;
  /** Ends the sessions. */
  markDeleted(userId: number, at: number): Promise<void>;
  /** Takes `disable` and `markDeleted` back. */
  enable(userId: number): Promise<void>;
  setAdmin(userId: number, isAdmin: boolean): Promise<void>;
  /**
   * Marks it as `markDeleted` does. Returns false, and does nothing, where others can sign in and it is their only admin.
   */
  markDeletedUnlessOnlyAdmin(userId: number, at: number): Promise<boolean>;
  /** The latest first. */
  sessionsOf(userId: number): Promise<AccountSession[]>;
  /** Returns whether the account had it. */
  endSession(userId: number, id: string): Promise<boolean>;
  endSessionsOf(userId: number): Promise<void>;
  /** Those that were marked as deleted before this instant. */
  deletedBefore(instant: number): Promise<number[]>;
  /** Removes an account that is marked as deleted with all its rows, in portions. Nothing where it is not marked. */
  eraseAccount(userId: number): Promise<void>;
};
