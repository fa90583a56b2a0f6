/**
 * Which bytes of a user are here. Each function is one transaction of that user's library.
 *
 * 1. `stored` is recorded after the file is durable, and taken back before it is removed: a crash in between leaves an
 *    `unsure` record, never a file that nobody knows of.
 * 2. Rows with the bytes are `available` from the same instant, and get another place in the feed.
 * 3. The quota is checked in the transaction that announces: two uploads cannot both get the last room.
 *
 * `blob-records-suite.ts` is what every implementation passes. The bytes themselves: `blob-storage.ts`.
 */

/** `unsure`: the file may be there or not, nobody reads it, and whoever holds its lock may remove it. `fits`: types. */
export type BlobRecord = { size: number; state: 'stored' | 'unsure'; fits: readonly string[] };

/** `used`: the bytes of all others. */
export type Announced = { kind: 'announced' } | { kind: 'full'; used: number };

/** The place of the user's latest change after rows got another one; null where none did. */
export type Republished = { seq: number | null };

export type BlobRecords = {
  find(userId: number, sha256: string): Promise<BlobRecord | undefined>;
  /** Bytes of all of them, unsure ones too. */
  total(userId: number): Promise<number>;
  /** A file of this size will be put in place, unless there are more than `most` bytes with it. */
  announce(userId: number, blob: { sha256: string; size: number }, most: number): Promise<Announced>;
  /** The file is in place. `fits`: the types that its bytes fit. Rejects where it is not known any more. */
  confirm(userId: number, sha256: string, fits: readonly string[]): Promise<Republished>;
  /**
   * Marks the file as unsure before it is removed. Undefined, and nothing done, where it is not known, or is stored and
   * a row, or a deleted row that can still be restored, is about these bytes.
   */
  retire(userId: number, sha256: string): Promise<Republished | undefined>;
  /** The file was found to be missing: its record is gone and its rows are not available. */
  lose(userId: number, sha256: string): Promise<Republished>;
  /** The file was removed. False, and nothing done, where it is not known, or somebody has stored it meanwhile. */
  forget(userId: number, sha256: string): Promise<boolean>;
};
