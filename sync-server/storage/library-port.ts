/**
 * What the services ask of the storage about libraries: small, asynchronous outside, synchronous inside.
 *
 * 1. What one `transact` does is there as a whole and durable when its promise resolves, or not at all.
 * 2. `seq` order is commit order: numbers are given inside the transaction, one after the other.
 * 3. Every row is reached through its owner's key; ids of one user say nothing about another's.
 * 4. A deleted row keeps its values until they are erased; from then on it only keeps its place in the feed.
 * 5. What reads or writes many rows does so in portions, and other people's requests come between them. A bulk
 *    change is there at once for everybody: whatever asks for that library waits until it is done.
 *
 * `library-suite.ts`, `library-reads-suite.ts` and `blob-records-suite.ts` are what every implementation passes.
 */

import type { ChangedBy, RowKey, RowRef, Stored } from '#shared/kinds/row.ts';
import type { Project } from '#shared/model/project.ts';
import type { Prompt } from '#shared/model/prompt.ts';
import type { Resource } from '#shared/model/resource.ts';
import type { UiState } from '#shared/model/ui-state.ts';
import type { Version } from '#shared/model/version.ts';
import type { Bulk, BulkDeletion, Touch } from '#shared/mutations/mutation.ts';
import type { RowSet, Write } from '#shared/mutations/row-set.ts';

/** Whose change it is. `texts`: what the request itself carried. */
export type Authorship = {
  by: ChangedBy | null;
  device: string;
  texts: readonly string[];
  /** Milliseconds, on the server's clock. */
  at: number;
};

/** `seq`: of the last write; of the user's latest change where nothing was written. */
export type Saved = { seq: number; revs: Record<RowKey, number> };

/** `answer` is whatever the service wants back; the storage only keeps it. */
export type KeptAnswer = { requestHash: string; answer: unknown };

/** Everything here is synchronous and takes effect with the transaction that it belongs to. */
export type LibraryTransaction = {
  /** Of a revival, as many of the versions that come back as one transaction should change. */
  load(touches: readonly Touch[]): RowSet;
  save(writes: readonly Write[], authorship: Authorship): Saved;
  /** Whether the row is there, or is deleted but not erased yet. */
  knows(ref: RowRef): boolean;
  answerTo(key: ChangedBy): KeptAnswer | undefined;
  keepAnswer(key: ChangedBy, kept: KeptAnswer): void;
  /** Up to which number the client has heard every answer. */
  floorOf(client: string): number;
  /** Raises the floor (never lowers it) and lets go of the answers below. */
  acknowledge(client: string, upTo: number): void;
  /** Of the user's latest change. */
  seq(): number;
  /** For changes of more rows than one transaction should hold. */
  bulk: BulkTransaction;
  /** How much is here: rows that are not erased, and the UTF-8 bytes of their texts. */
  usage(): Usage;
  /** The bytes that the user has here, by their SHA-256; see `blob-records.ts`. */
  blobs: BlobRecords;
  /** Runs `act` in a savepoint: what throws undoes itself, and the transaction goes on. */
  attempt<Result>(act: () => Synchronous<Result>): Attempt<Result>;
};

/** What one transaction does at most of a bulk change, of an erasure or of a list: so many rows, or about so many bytes. */
export type PortionSize = { rows: number; bytes: number };

export type Usage = { rows: number; textBytes: number };

/** `after`: the place of the prompt's own deletion, before which others of its versions were deleted. */
export type BulkChange =
  | { kind: 'deleteContentsOf'; projectId: number }
  | { kind: 'deleteVersionsOf'; promptId: number }
  | { kind: 'deleteListed'; versionIds: number[] }
  | { kind: 'restoreVersionsOf'; promptId: number; after: number };

/** Looked at up to the place `upTo`; `complete`: nothing is behind it. */
export type SeenSoFar = { unseen: boolean; upTo: number; complete: boolean };

/** `elsewhere`: one of them is another prompt's. `keepsOne`: a version stays that is not listed. */
export type ListedVersions = { kind: 'elsewhere' } | { kind: 'here'; live: number[]; keepsOne: boolean };

export type BulkTransaction = {
  isLarge(bulk: Bulk): boolean;
  /** Whether more versions come back with this deleted prompt than one transaction should change. */
  isLargeRevival(promptId: number, after: number): boolean;
  /** Looks at some of what changed after the place `after`: whether the author of the deletion had seen it. */
  look(deletion: BulkDeletion & { by: ChangedBy | null; after: number }): SeenSoFar;
  listed(promptId: number, ids: ReadonlySet<number>): ListedVersions;
  /** The rows change after this transaction, in portions. Nothing more of this user's can be done in it. */
  begin(change: BulkChange, authorship: Authorship): void;
};

/** `unsure`: the file may be there or not, nobody reads it, and whoever holds its lock may remove it. `fits`: types. */
export type Blob = { size: number; state: 'stored' | 'unsure'; fits: readonly string[] };

/**
 * Which bytes of the user are here. 1. `stored` is said after the file is durable, and taken back before it is
 * removed: a crash in between leaves an `unsure` record, never a file that nobody knows of.
 * 2. Rows with the bytes say `available` from the same instant.
 */
export type BlobRecords = {
  find(sha256: string): Blob | undefined;
  /** Bytes of all of them, unsure ones too. */
  total(): number;
  /** A file of this size will be put in place; nothing where it is known already. */
  announce(sha256: string, size: number): void;
  /** The file is in place. `fits`: the types that its bytes fit. Tells every live row with these bytes anew. */
  confirm(sha256: string, fits: readonly string[]): void;
  /** The file is to be removed, or was found to be missing. Tells every live row with these bytes anew. */
  doubt(sha256: string): void;
  /** The file is not there. */
  forget(sha256: string): void;
  /** Whether a row, or a deleted row that can still be restored, is about these bytes. */
  isReferenced(sha256: string): boolean;
};

export type Synchronous<Result> = Result extends PromiseLike<unknown> ? never : Result;
export type Attempt<Result> = { ok: true; result: Result } | { ok: false; error: unknown };

/** One row of the change feed. `textBy`: the client that sent the text that is current. */
export type FeedItem = { stored: Stored; textBy: string | null; device: string; at: number };

/**
 * `deletedAfter`: deletions up to this place are left out, or all that there are by now: for somebody who has none of
 * the rows.
 */
export type FeedLimit = { rows: number; bytes: number; deletedAfter?: number | 'now' };

/** `seq`: of the user's latest change. `upTo`: the place that the page goes up to. */
export type FeedPage = { items: FeedItem[]; more: boolean; seq: number; upTo: number };

export type WithRev<Row> = { row: Row; rev: number };

/** Where the next part of a list begins. */
export type ListPlace = { by: string | number; id: number };

/** Part of a list: a portion of its rows, at least one. `next` is null where that was the rest. */
export type ListPart<Row> = { rows: Row[]; next: ListPlace | null };

export type LibraryStorage = {
  /** `weight`: about how many rows it changes; what waits to be committed together is bounded by it. */
  transact<Result>(
    userId: number,
    act: (transaction: LibraryTransaction) => Synchronous<Result>,
    weight?: number,
  ): Promise<Synchronous<Result>>;
  /** Goes on with what a server that ended has begun; returns whose libraries that were, once all is done. */
  finishBulkChanges(): Promise<number[]>;

  /** Names this feed: another one does not continue it. */
  epoch(): Promise<string>;
  /** In `seq` order, after `since`, at most `rows` of them, and about `bytes` of text, but at least one. */
  changesSince(userId: number, since: number, limit: FeedLimit): Promise<FeedPage>;
  /** How many rows changed after `since`; from the beginning, how many there are that are not deleted. */
  countSince(userId: number, since: number): Promise<number>;

  /** In the order of creation. */
  projects(userId: number, from: ListPlace | null): Promise<ListPart<Project>>;
  /** In the order of creation; undefined where there is no such project. */
  promptsOf(userId: number, projectId: number, from: ListPlace | null): Promise<ListPart<Prompt> | undefined>;
  prompt(userId: number, id: number): Promise<WithRev<Prompt> | undefined>;
  /** Newest first; undefined where there is no such prompt. */
  versionsOf(
    userId: number,
    promptId: number,
    from: ListPlace | null,
  ): Promise<ListPart<Version> | undefined>;
  uiStates(userId: number): Promise<UiState[]>;

  /** Pages through the user's prompts, in no order that means anything: `after` is the page's own mark. */
  promptTexts(userId: number, after: number): Promise<PromptTexts>;

  /** In the order of creation; undefined where there is no such project. */
  resourcesOf(
    userId: number,
    projectId: number,
    from: ListPlace | null,
  ): Promise<ListPart<Resource> | undefined>;
  resource(userId: number, id: number): Promise<WithRev<Resource> | undefined>;
  /** Live rows that are about these bytes. */
  resourcesWith(userId: number, sha256: string): Promise<Resource[]>;
  /** Of all users: bytes that no row is about any more, and those of which the record is unsure. */
  blobsToRemove(): Promise<{ userId: number; sha256: string }[]>;

  /**
   * What is deleted and not erased yet, of each kind the latest first: prompts, versions of prompts that are
   * still there (the others go and come with theirs), and files. Without their texts.
   */
  deleted(userId: number): Promise<DeletedRow[]>;

  /** Erases the values of what was deleted before this instant; returns how many rows it was. */
  eraseDeletedBefore(instant: number): Promise<number>;
};

/** `at`: when it was deleted, in milliseconds. */
export type DeletedRow = { stored: Stored<'prompt'> | Stored<'version'> | Stored<'resource'>; at: number };

export type PromptTexts = { prompts: (Prompt & { projectName: string })[]; next: number | null };
