/**
 * Declares the storage of libraries. Everything is asynchronous, and a change is data
 * (`library-transaction.ts`), so that a database may be a network away.
 *
 * 1. What one `transact` saves is there as a whole and durable when its promise resolves, or not at all.
 * 2. `seq` order is commit order: of one library, transactions come one after the other, and their numbers too.
 * 3. Every row is reached through its owner's key; ids of one user say nothing about another's.
 * 4. A deleted row keeps its values until they are erased; from then on it only keeps its place in the feed.
 * 5. What reads or writes many rows does so in portions, and other people's requests come between them. A bulk
 *    change is there at once for everybody: whatever asks for that library waits until it is done.
 *
 * `library-suite.ts`, `large-push-suite.ts`, `library-reads-suite.ts`, `pull-reads-suite.ts`, `bulk-suite.ts` and `blob-records-suite.ts` are
 * what every implementation passes.
 */

import type { TypeInPrompt } from '#shared/kinds/in-prompt.ts';
import type { RowKey, RowRef, Stored } from '#shared/kinds/row.ts';
import type { TestCase } from '#shared/model/checks/test-case.ts';
import type { Project } from '#shared/model/project.ts';
import type { Prompt } from '#shared/model/prompt.ts';
import type { PlacedLabel } from '#shared/model/prompt-attributes.ts';
import type { PromptSettings } from '#shared/model/prompt-settings.ts';
import type { Resource } from '#shared/model/resource.ts';
import type { KeptRun } from '#shared/model/run/kept-run.ts';
import type { UiState } from '#shared/model/ui-state.ts';
import type { Version } from '#shared/model/version.ts';
import type { Pin, SnippetReference } from '#shared/templates/snippet-syntax.ts';
import type { BlobRecords } from './blob-records-port.ts';
import type { Gather, Gathered, LibraryTransaction } from './library-transaction.ts';

/** The largest part of a bulk change, an erasure or a list that one transaction does: so many rows, or about so many bytes. */
export type PortionSize = { rows: number; bytes: number };

/** One row of the change feed. `textBy`: the client that sent the text that is current. */
export type FeedItem = { stored: Stored; textBy: string | null; device: string; at: number };

/**
 * `deletedAfter`: deletions up to this place are left out, or all that there are by now: for somebody who has none of
 * the rows. `holder`: the client that reads; texts that it holds count nothing (`services/reads/read-changes.ts`).
 */
export type FeedLimit = {
  rows: number;
  bytes: number;
  deletedAfter?: number | 'now';
  holder?: string | null;
};

/** A change in a user's feed; `seq` 0 is before the first one. */
export type FeedPlace = { epoch: string; seq: number };

/** `seq`: of the user's latest change. `upTo`: the place that the page goes up to. */
export type FeedPage = { items: FeedItem[]; more: boolean; seq: number; upTo: number };

/** The same with its changes as JSON in UTF-8: pieces between which a comma belongs, each of one change or of several. */
export type FeedJson = Omit<FeedPage, 'items'> & { changes: Buffer[] };

export type WithRev<Row> = { row: Row; rev: number };

/** The place at which the next part of a list begins. */
export type ListPlace = { by: string | number; id: number };

/** Part of a list: a portion of its rows, at least one. `next` is null where that was the rest. */
export type ListPart<Row> = { rows: Row[]; next: ListPlace | null };

export type LibraryStorage = {
  /** Gathers, decides and saves as one transaction; waits for a bulk change of that library first. */
  transact<Result>(userId: number, transaction: LibraryTransaction<Result>): Promise<Result>;
  /** Gathers and saves nothing. */
  gather(userId: number, gather: Gather): Promise<Gathered>;
  /** Those of the rows that are there, or are deleted but not erased yet. */
  known(userId: number, refs: readonly RowRef[]): Promise<ReadonlySet<RowKey>>;
  blobs: BlobRecords;
  /** Goes on with what a server that ended has begun; returns whose libraries that were, once all is done. */
  finishBulkChanges(): Promise<number[]>;

  /** Returns the epoch of the user's change with this number: each run of the server, or of its PostgreSQL, has one of its own. */
  epochAt(userId: number, seq: number): Promise<string>;
  /** Returns whether this change is in the user's history; false of a change that a backup does not have. */
  has(userId: number, place: FeedPlace): Promise<boolean>;
  /**
   * In `seq` order, after `since`, at most `rows` of them, and about `bytes` of text, but at least one. A page ends
   * where a mutation ends; one that is larger than a page by itself is divided.
   */
  changesSince(userId: number, since: number, limit: FeedLimit): Promise<FeedPage>;
  /**
   * The same page as JSON. `jsonOf` says what the JSON of a change is; a storage that writes it itself writes the same
   * value.
   */
  changesAsJson(
    userId: number,
    since: number,
    limit: FeedLimit,
    jsonOf: (item: FeedItem) => string,
  ): Promise<FeedJson>;
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
  /** In the order in which they were run; undefined where there is no such prompt. */
  keptRunsOf(
    userId: number,
    promptId: number,
    from: ListPlace | null,
  ): Promise<ListPart<KeptRun> | undefined>;
  /** In the order of creation; undefined where there is no such prompt. */
  casesOf(userId: number, promptId: number, from: ListPlace | null): Promise<ListPart<TestCase> | undefined>;
  uiStates(userId: number): Promise<UiState[]>;

  /** Returns the place of the user's latest change, with one read. */
  latestSeq(userId: number): Promise<number>;
  /** The same with its epoch, which tells it from a change of that number in another history. */
  latestPlace(userId: number): Promise<FeedPlace>;
  /** Finds the text that a program asks for; names and titles are found by indexes. */
  pinnedText(userId: number, asked: PinnedName): Promise<PinnedText>;
  /** Reads the texts that references name, or the first of them where all would be more than a portion. */
  referencedTexts(userId: number, asked: References): Promise<ReferencedText[]>;
  /** The prompts without their texts, in the order of their ids, with the names of their projects. */
  promptHeads(userId: number, from: ListPlace | null): Promise<ListPart<PromptHead>>;
  /** The versions without their texts, newest first; undefined where there is no such prompt. */
  versionHeads(userId: number, promptId: number, from: ListPlace | null): Promise<VersionHeads | undefined>;

  /** Reads a portion of the prompts that have changed after `seq`, in that order, for the search. */
  changedTexts(userId: number, seq: number): Promise<Changed<ChangedText>>;
  /** The same of the versions. */
  changedVersions(userId: number, seq: number): Promise<Changed<ChangedVersion>>;
  /** Reads these prompts, or the first of them where all would be more than a portion; deleted ones are left out. */
  promptsNamed(userId: number, ids: readonly number[]): Promise<Named<NamedPrompt>>;
  /** The same of the versions. */
  versionsNamed(userId: number, ids: readonly number[]): Promise<Named<NamedVersion>>;

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
   * Returns the rows that are deleted and not erased yet, of each kind the latest first: prompts, what is
   * inside of prompts that are still there (the others go and come with theirs), and files. Without their texts.
   */
  deleted(userId: number): Promise<DeletedRow[]>;

  /** Erases the values of what was deleted before this instant; returns how many rows it was. */
  eraseDeletedBefore(instant: number): Promise<number>;
};

/** `at`: when it was deleted, in milliseconds. */
export type DeletedRow = { stored: Stored<'prompt' | TypeInPrompt | 'resource'>; at: number };

/** `upTo`: the place up to which it was read. */
export type Changed<Row> = { changed: Row[]; upTo: number; more: boolean };

/** `texts`: null of a prompt that is deleted. */
export type ChangedText = { id: number; title: string; texts: PromptTexts | null };

/** `notes` as they are stored. */
export type PromptTexts = { content: string; notes: string; tags: readonly string[] };

/** `content` is null of a version that is deleted. */
export type ChangedVersion = Omit<NamedVersion, 'content'> & { content: string | null };

/** `read`: how many of the ids were read. */
export type Named<Row> = { found: Row[]; read: number };

/** A prompt as the search reads it, with the name of its project. */
export type NamedPrompt = PromptTexts & { id: number; title: string; projectId: number; projectName: string };

export type NamedVersion = {
  id: number;
  promptId: number;
  version: number;
  description: string;
  content: string;
};

/**
 * `project` and `prompt` are ids in decimal digits, or names. Digits that are the id of a row mean that row, whatever is
 * named by them. `onlyProject`: nothing of any other project is found, or named; null: all are looked through.
 */
export type PinnedName = { project: string; prompt: string; pin: Pin; onlyProject: number | null };

export type References = { references: readonly SnippetReference[]; onlyProject: number | null };

/** `rev`: of the prompt's row. */
export type PromptHead = { id: number; title: string; projectId: number; projectName: string; rev: number };

/** A label that is on a version, which may be deleted. `asking`: the whole label where it asks for proof. */
export type PlacedLabels = readonly { label: string; versionId: number; asking?: PlacedLabel }[];

export type VersionHead = { id: number; version: number; description: string; createdAt: string };

export type VersionHeads = ListPart<VersionHead> & { labels: PlacedLabels };

/**
 * `at`: the place of the user's latest change. `version` is null for the current text. `unpinned`: the prompt has no version that
 * the pin names; it has these labels on versions that are there, and this newest version. `ambiguous`: the first hundred
 * prompts of these names.
 */
export type PinnedText =
  | { kind: 'no_project' | 'no_prompt' }
  | { kind: 'ambiguous'; prompts: { id: number; projectId: number }[] }
  | { kind: 'unpinned'; labels: string[]; newest: number | null }
  | {
      kind: 'found';
      at: FeedPlace;
      prompt: PromptHead;
      labels: PlacedLabels;
      version: VersionHead | null;
      text: string;
      /** Null: none. */
      settings: PromptSettings | null;
    };

/** `key`: equal for the same text, under whichever name. */
export type ReferencedText = { key: string; text: string } | 'missing' | 'ambiguous';
