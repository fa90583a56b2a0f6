/**
 * Declares the storage of invitations. Instants are milliseconds. Each function is one transaction; an invitation is
 * used up by `addUser` of `accounts-port.ts`, in the transaction that adds the account.
 *
 * `invitations-suite.ts` is what every implementation passes.
 */
export type StoredInvitation = {
  id: number;
  createdAt: number;
  expiresAt: number;
  /** Null: nobody has used it. */
  usedAt: number | null;
};

export type NewInvitation = Omit<StoredInvitation, 'usedAt'> & { tokenHash: string };

export type InvitationsStorage = {
  /** Returns false, and adds nothing, where as many as `most` are stored. */
  addInvitation(invitation: NewInvitation, most: number): Promise<boolean>;
  findInvitation(tokenHash: string): Promise<StoredInvitation | undefined>;
  /** The latest first. */
  listInvitations(): Promise<StoredInvitation[]>;
  /** Returns false where there is no such invitation. */
  removeInvitation(id: number): Promise<boolean>;
  removeInvitationsExpiredAt(instant: number): Promise<void>;
};
