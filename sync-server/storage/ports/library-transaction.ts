/**
 * One change of a library as data: what is gathered before it, what is decided upon that, what is saved.
 *
 *   gather (one load) -> decide (pure, in memory) -> save (one batch)
 *
 * 1. `decide` reads what was gathered and nothing else. It owns the row set that it is given, may run more than once,
 *    and only the changes of its last run are saved.
 * 2. What was gathered is still true when it is saved. A storage runs all three in one transaction that excludes others
 *    of the same library (SQLite; a lock of the user's record), or compares at the save and gathers anew where
 *    anything differs: not `seq` alone, as answers, floors and erasures move without it.
 * 3. A gather is bounded: as many parts as fit, and at least the first one.
 *
 * Before: `services/change/commit-mutation.ts` makes the parts. After: `working-copy.ts` is what `decide` works upon.
 */
import type { ChangedBy, RowKey } from '#shared/kinds/row.ts';
import type { BulkDeletion, Touch } from '#shared/mutations/mutation.ts';
import type { RowSet, Write } from '#shared/mutations/row-set.ts';

export type LibraryTransaction<Result> = {
  gather: Gather;
  decide(gathered: Gathered): Decided<Result>;
};

export type Decided<Result> = { changes: Changes; result: Result };

/** `mostVersions`: what a prompt may have; prompts that may come beyond it in one transaction are counted. */
export type Gather = { parts: readonly Part[]; mostVersions?: number };

/** The rows that one mutation needs. Nothing is loaded for a part whose key has a stored answer. */
export type Part = {
  key: ChangedBy | null;
  /**
   * A touched prompt or resource brings its project, also where it is not deleted: an earlier mutation may delete it.
   * Of a revival, as many of the versions that come back as one transaction should change.
   */
  touches: readonly Touch[];
  /** A bulk deletion: if its rows are too many for one transaction, only the touches that name a row are loaded. */
  bulk: BulkDeletion | null;
  /** Up to which place of the feed earlier transactions have inspected this bulk deletion. */
  inspected: number;
};

export type Gathered = {
  /** The place of the user's latest change. */
  seq: number;
  usage: Usage;
  /** How many of the parts were gathered. */
  parts: number;
  rows: RowSet;
  /** Revisions of rows whose values are erased: the next change of such a row counts on from there. */
  erased: ReadonlyMap<RowKey, number>;
  answers: ReadonlyMap<AnswerKey, StoredAnswer>;
  /** By client: up to which number it has received every answer. */
  floors: ReadonlyMap<string, number>;
  /** Set if the bulk deletion of the first part is too large for one transaction: then that part is alone. */
  bulk: InspectedBulk | null;
  /** Deleted prompts with which more versions come back than one transaction should change. */
  largeRevivals: ReadonlySet<number>;
  /** Of the prompts that were counted, how many versions are not deleted: at most one more than it may have. */
  liveVersions: ReadonlyMap<number, number>;
};

/** `listed`: only where versions are named. */
export type InspectedBulk = { seen: SeenSoFar; listed: ListedVersions | null };

/** Inspected up to the place `upTo`; `complete`: nothing is behind it. */
export type SeenSoFar = { unseen: boolean; upTo: number; complete: boolean };

/**
 * `elsewhere`: one of them is another prompt's. `seen`: those that are not deleted and that the author of the deletion had
 * seen. `spares`: others of them changed since. `keepsOne`: a version stays that is not listed.
 */
export type ListedVersions =
  | { kind: 'elsewhere' }
  | { kind: 'here'; seen: number[]; spares: boolean; keepsOne: boolean };

/** The changes to save: all of them or none. */
export type Changes = {
  acknowledged: { client: string; upTo: number } | null;
  /** In the order of their places. */
  writes: readonly PlacedWrite[];
  answers: readonly { key: ChangedBy; stored: StoredAnswer }[];
  /** Recorded where the user has a webhook. */
  events: readonly LibraryEvent[];
  /** The place of the last write; that which was gathered where nothing is written. */
  seq: number;
  /** Begins after the writes: the rows change after this transaction, in portions. */
  bulk: { change: BulkChange; authorship: Authorship } | null;
};

/** A new version, or a label that has come to another version or to none. `at`: milliseconds, on the server's clock. */
export type LibraryEvent = {
  type: 'version.created' | 'label.moved';
  promptId: number;
  versionId: number | null;
  label: string | null;
  previousId: number | null;
  at: number;
};

/** `rev` and `seq`: the revision that the row gets, and its place in the user's feed. */
export type PlacedWrite = { write: Write; rev: number; seq: number; authorship: Authorship };

/** Whose change it is. `texts`: what the request itself carried. */
export type Authorship = {
  by: ChangedBy | null;
  device: string;
  texts: readonly string[];
  /** Milliseconds, on the server's clock. */
  at: number;
};

export type AnswerKey = `${string}:${number}`;

export function answerKey({ client, number }: ChangedBy): AnswerKey {
  return `${client}:${number}`;
}

/** `answer` is whatever the service wants back; the storage only stores it. */
export type StoredAnswer = { requestHash: string; answer: unknown };

/** Rows that are not erased, and the UTF-8 bytes of their texts. */
export type Usage = { rows: number; textBytes: number };

/** `after`: the place of the prompt's own deletion, before which others of its versions were deleted. */
export type BulkChange =
  | { kind: 'deleteContentsOf'; projectId: number }
  | { kind: 'deleteVersionsOf'; promptId: number }
  | { kind: 'deleteListed'; versionIds: number[] }
  | { kind: 'restoreVersionsOf'; promptId: number; after: number };
