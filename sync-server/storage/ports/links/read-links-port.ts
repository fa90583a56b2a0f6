/**
 * Declares the storage of links to read. Instants are milliseconds. Each function is one transaction.
 *
 * 1. A link is found by the hash of its token; the token itself is never given to the storage.
 * 2. A removed link, and one of an account that is disabled or deleted, is not found from the next request on.
 * 3. The links of an account are removed with the account.
 *
 * `read-links-suite.ts` is what every implementation passes.
 */
export type StoredReadLink = {
  id: number;
  userId: number;
  promptId: number;
  /** The number of a version; null: the current text. */
  version: number | null;
  /** Its person shares the text with what looks like a secret in it. */
  withSecrets: boolean;
  createdAt: number;
  /** Null: it does not end. */
  expiresAt: number | null;
};

export type NewReadLink = StoredReadLink & { tokenHash: string };

export type ReadLinksStorage = {
  /** Returns false, and adds nothing, where the account has as many as `most`. */
  addLink(link: NewReadLink, most: number): Promise<boolean>;
  /** Also where it has ended. */
  findLink(tokenHash: string): Promise<StoredReadLink | undefined>;
  /** The latest first. */
  listLinks(userId: number): Promise<StoredReadLink[]>;
  /** Returns false where the account has no link of this id. */
  removeLink(userId: number, id: number): Promise<boolean>;
};
