/** Reads a library without changing it: its feed, its lists and single rows. */
import { sql } from 'drizzle-orm';
import type { LibraryStorage, PortionSize, WithRev } from '../ports/library-port.ts';
import { createPullReads } from '../sql/pull-reads.ts';
import { countFeed, epochAt, readFeedPage } from './feed-reads.ts';
import type { LibraryQueue } from './library-queue.ts';
import {
  readBlobsToRemove,
  readChangedTexts,
  readDeleted,
  readProjects,
  readPromptsNamed,
  readPromptsOf,
  readResourcesOf,
  readVersionsOf,
} from './list-reads.ts';
import { columns, tables } from './row-tables.ts';
import { done } from './sql-database.ts';
import type { Reads, Transactions } from './transactions.ts';
import { readPlace, readSeq } from './user-records.ts';

type FeedReads = Pick<LibraryStorage, 'epochAt' | 'has' | 'changesSince' | 'changesAsJson' | 'countSince'>;
type ListReads = Pick<
  LibraryStorage,
  | ('projects' | 'promptsOf' | 'versionsOf' | 'resourcesOf' | 'deleted')
  | ('changedTexts' | 'promptsNamed' | 'blobsToRemove')
>;
type PullReads = Pick<
  LibraryStorage,
  'latestSeq' | 'latestPlace' | 'pinnedText' | 'referencedTexts' | 'promptHeads' | 'versionHeads'
>;
type SingleReads = Pick<LibraryStorage, 'prompt' | 'resource' | 'resourcesWith' | 'uiStates'>;

export function createLibraryReads(
  library: LibraryQueue,
  transactions: Transactions,
  portion: PortionSize,
): FeedReads & ListReads & PullReads & SingleReads {
  return {
    ...feedReads(library),
    ...listReads(library, transactions, portion),
    ...pullReads(library, portion),
    ...singleReads(library),
  };
}

function feedReads({ read }: LibraryQueue): FeedReads {
  return {
    epochAt: (userId, seq) => read(userId, (reads) => epochAt(reads, userId, seq)),
    has: (userId, { epoch, seq }) =>
      read(userId, async (reads) => {
        const [latest, found] = await Promise.all([readSeq(reads, userId), epochAt(reads, userId, seq)]);
        return seq <= latest && found === epoch;
      }),
    changesSince: (userId, since, limit) =>
      read(userId, (reads) => readFeedPage(reads, { userId, since, limit })),
    async changesAsJson(userId, since, limit, jsonOf) {
      const { items, ...page } = await read(userId, (reads) => readFeedPage(reads, { userId, since, limit }));
      return { ...page, changes: items.map((item) => Buffer.from(jsonOf(item))) };
    },
    countSince: (userId, since) => read(userId, (reads) => countFeed(reads, userId, since)),
  };
}

function listReads({ read }: LibraryQueue, transactions: Transactions, portion: PortionSize): ListReads {
  return {
    projects: (userId, from) => read(userId, (reads) => readProjects(reads, { userId, from, portion })),
    promptsOf: (userId, parent, from) =>
      read(userId, (reads) => readPromptsOf(reads, { userId, parent, from, portion })),
    versionsOf: (userId, parent, from) =>
      read(userId, (reads) => readVersionsOf(reads, { userId, parent, from, portion })),
    resourcesOf: (userId, parent, from) =>
      read(userId, (reads) => readResourcesOf(reads, { userId, parent, from, portion })),
    deleted: (userId) => read(userId, (reads) => readDeleted(reads, userId)),
    changedTexts: (userId, seq) => read(userId, (reads) => readChangedTexts(reads, { userId, seq, portion })),
    promptsNamed: (userId, ids) => read(userId, (reads) => readPromptsNamed(reads, { userId, ids, portion })),
    blobsToRemove: () => transactions.read(readBlobsToRemove),
  };
}

const pull = createPullReads((attributes) => sql`(${attributes}::jsonb -> 'labels')::text`);

function pullReads({ read }: LibraryQueue, portion: PortionSize): PullReads {
  return {
    latestSeq: (userId) => read(userId, (reads) => readSeq(reads, userId)),
    latestPlace: (userId) => read(userId, (reads) => readPlace(reads, userId)),
    pinnedText: (userId, asked) =>
      read(userId, async (reads) => {
        const [at, text] = await Promise.all([
          readPlace(reads, userId),
          done(pull.pinnedText(userId, asked), reads),
        ]);
        return text.kind === 'found' ? { ...text, at } : text;
      }),
    referencedTexts: (userId, asked) =>
      read(userId, (reads) => done(pull.referencedTexts(userId, asked, portion), reads)),
    promptHeads: (userId, from) => read(userId, (reads) => done(pull.promptHeads(userId, from), reads)),
    versionHeads: (userId, promptId, from) =>
      read(userId, (reads) => done(pull.versionHeads(userId, promptId, from), reads)),
  };
}

const { prompt, resource, uiState } = tables;
const livePrompt = `SELECT ${columns(prompt, 't')} FROM prompts AS t
  WHERE t.user_id = $1 AND t.id = $2 AND t.deleted_at IS NULL`;
const liveResource = `SELECT ${columns(resource, 't')} FROM resources AS t
  WHERE t.user_id = $1 AND t.id = $2 AND t.deleted_at IS NULL`;
const liveResourcesWith = `SELECT ${columns(resource, 't')} FROM resources AS t
  WHERE t.user_id = $1 AND t.sha256 = $2 AND t.deleted_at IS NULL ORDER BY t.id`;
const uiStatesOf = `SELECT ${columns(uiState, 't')} FROM ui_states AS t WHERE t.user_id = $1 ORDER BY t.id`;

function singleReads({ read }: LibraryQueue): SingleReads {
  return {
    prompt: (userId, id) =>
      read(userId, async (reads) => {
        const [found] = await prompt.read(reads, livePrompt, [userId, id]);
        return found?.stored.type === 'prompt' ? withRev(found.stored) : undefined;
      }),
    resource: (userId, id) =>
      read(userId, async (reads) => {
        const [found] = await resource.read(reads, liveResource, [userId, id]);
        return found?.stored.type === 'resource' ? withRev(found.stored) : undefined;
      }),
    resourcesWith: (userId, sha256) =>
      read(userId, async (reads) => {
        const found = await resource.read(reads, liveResourcesWith, [userId, sha256]);
        return found.flatMap(({ stored }) => (stored.type === 'resource' ? [stored.row] : []));
      }),
    uiStates: (userId) => read(userId, (reads) => readUiStates(reads, userId)),
  };
}

function withRev<Row>({ row, rev }: { row: Row; rev: number }): WithRev<Row> {
  return { row, rev };
}

async function readUiStates(reads: Reads, userId: number) {
  const found = await uiState.read(reads, uiStatesOf, [userId]);
  return found.flatMap(({ stored }) => (stored.type === 'uiState' ? [stored.row] : []));
}
