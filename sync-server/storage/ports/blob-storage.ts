/**
 * Declares the storage of blobs; `BlobRecords` in `library-port.ts` knows which of them are valid.
 *
 * 1. A file in its place is whole and durable: it is written elsewhere, synced, renamed, and its folder synced.
 * 2. Nothing is held whole in memory, but for a few files at a time while a bucket's pieces are put together.
 * 3. A partial file outlives the server, so that an upload goes on where it broke off; a temporary one does not.
 * 4. A name is a user and a hash, never anything that a person wrote.
 *
 * `blob-storage-suite.ts` is the suite that every implementation passes.
 */
export type FileName = { userId: number; sha256: string };

/** `broken`: the sender went away, and what came before stays. `too_large`: there was more than `most`. */
export type Appended = 'whole' | 'broken' | 'too_large';

/** The size and hash of a draft; `head`: its first `limits.fileHeadBytes`. */
export type Inspected = { size: number; sha256: string; head: Uint8Array };

/** Bytes on their way in. Whoever uses one sees to it that nobody else does at the same time. */
export type Draft = {
  /** 0 where there is nothing yet. */
  size(): Promise<number>;
  /** Writes at the end while the bytes come in; `most` is the size that the draft may reach. Durable when done. */
  append(bytes: AsyncIterable<Uint8Array>, most: number): Promise<Appended>;
  inspect(): Promise<Inspected>;
  /** Puts it in its place. The draft is gone then. */
  keep(name: FileName): Promise<void>;
  discard(): Promise<void>;
};

export type StoredBlob = {
  size: number;
  /** From `start` up to, not including, `end`; opened when the first byte is asked for. */
  read(start: number, end: number): ReadableStream<Uint8Array>;
};

export type Partial = FileName & { size: number; changedAt: number };

export type BlobStorage = {
  /** Whether other servers may be using it at the same time: what is in the middle of something may be theirs. */
  readonly isShared: boolean;
  partial(name: FileName): Draft;
  temporary(): Draft;
  find(name: FileName): Promise<StoredBlob | undefined>;
  /** Nothing where there is no such file. */
  remove(name: FileName): Promise<void>;
  /** Removes all files of a user, partial ones too. */
  removeAllOf(userId: number): Promise<void>;
  /** Of one user, or of all. */
  partials(userId?: number): Promise<Partial[]>;
  /**
   * Removes temporary drafts: all of them, which an earlier server left in the middle of its work, or those that
   * were last written to before this instant.
   */
  removeTemporary(changedBefore?: number): Promise<void>;
};
