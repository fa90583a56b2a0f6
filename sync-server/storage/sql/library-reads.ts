/** Reads a library without changing it: its lists, pulled texts and places, for both databases. */
import { type SQL, sql } from 'drizzle-orm';
import type { LibraryStorage, PortionSize } from '../ports/library-port.ts';
import {
  type ResourceRecord,
  storedResource,
  storedUiState,
  type UiStateRecord,
} from '../records/row-records.ts';
import { countSince, epochAt, isInHistory, latestPlace, latestSeq } from './feed-places.ts';
import { createListReads, type ListedIds } from './list-reads.ts';
import { type AttributeOf, createPullReads } from './pull-reads.ts';
import { tables, wholeColumns } from './row-tables.ts';
import { rows, type Work } from './work.ts';

export type LibraryReader = {
  /** Reads one instant of a library, when no bulk change is in the middle of it. */
  read<Result>(userId: number, work: () => Work<Result>): Promise<Result>;
  /** For a row or a few: together with other such reads. */
  readTogether<Result>(userId: number, work: () => Work<Result>): Promise<Result>;
};

/** Expressions that the SQL of the two databases writes differently. */
export type Dialect = { attributeOf: AttributeOf; listedIds: ListedIds };

type Options = { portion: PortionSize; dialect: Dialect };

type Places = Pick<LibraryStorage, 'epochAt' | 'has' | 'countSince' | 'latestSeq' | 'latestPlace'>;
type Lists = Pick<
  LibraryStorage,
  | ('projects' | 'promptsOf' | 'versionsOf' | 'keptRunsOf' | 'casesOf' | 'resourcesOf')
  | ('changedTexts' | 'changedVersions' | 'promptsNamed' | 'versionsNamed')
>;
type Pulls = Pick<LibraryStorage, 'pinnedText' | 'referencedTexts' | 'promptHeads' | 'versionHeads'>;
type Others = Pick<LibraryStorage, 'resourcesWith' | 'uiStates'>;

export function createLibraryReads(reader: LibraryReader, options: Options): Places & Lists & Pulls & Others {
  return { ...places(reader), ...lists(reader, options), ...pulls(reader, options), ...others(reader) };
}

function places({ read, readTogether }: LibraryReader): Places {
  return {
    epochAt: (userId, seq) => read(userId, () => epochAt(userId, seq)),
    has: (userId, place) => read(userId, () => isInHistory(userId, place)),
    countSince: (userId, since) => read(userId, () => countSince(userId, since)),
    latestSeq: (userId) => readTogether(userId, () => latestSeq(userId)),
    latestPlace: (userId) => readTogether(userId, () => latestPlace(userId)),
  };
}

function lists({ read }: LibraryReader, { portion, dialect }: Options): Lists {
  const list = createListReads(portion, dialect.listedIds);
  return {
    projects: (userId, from) => read(userId, () => list.projects(userId, from)),
    promptsOf: (userId, parent, from) => read(userId, () => list.promptsOf({ userId, parent, from })),
    versionsOf: (userId, parent, from) => read(userId, () => list.versionsOf({ userId, parent, from })),
    keptRunsOf: (userId, parent, from) => read(userId, () => list.keptRunsOf({ userId, parent, from })),
    casesOf: (userId, parent, from) => read(userId, () => list.casesOf({ userId, parent, from })),
    resourcesOf: (userId, parent, from) => read(userId, () => list.resourcesOf({ userId, parent, from })),
    changedTexts: (userId, seq) => read(userId, () => list.changedTexts(userId, seq)),
    changedVersions: (userId, seq) => read(userId, () => list.changedVersions(userId, seq)),
    promptsNamed: (userId, ids) => read(userId, () => list.promptsNamed(userId, ids)),
    versionsNamed: (userId, ids) => read(userId, () => list.versionsNamed(userId, ids)),
  };
}

function pulls({ read, readTogether }: LibraryReader, { portion, dialect }: Options): Pulls {
  const pull = createPullReads(dialect.attributeOf);
  return {
    pinnedText: (userId, asked) =>
      readTogether(userId, function* () {
        const text = yield* pull.pinnedText(userId, asked);
        return text.kind === 'found' ? { ...text, at: yield* latestPlace(userId) } : text;
      }),
    referencedTexts: (userId, asked) => read(userId, () => pull.referencedTexts(userId, asked, portion)),
    promptHeads: (userId, from) => read(userId, () => pull.promptHeads(userId, from)),
    versionHeads: (userId, promptId, from) => read(userId, () => pull.versionHeads(userId, promptId, from)),
  };
}

const resource = wholeColumns(tables.resource, 't');
const uiState = wholeColumns(tables.uiState, 't');
const isLive = (userId: number): SQL => sql`t.user_id = ${userId} AND t.deleted_at IS NULL`;

function others({ read }: LibraryReader): Others {
  return {
    resourcesWith: (userId, sha256) =>
      read(userId, function* () {
        const found = yield* rows(sql<ResourceRecord>`SELECT ${resource} FROM resources AS t
          WHERE ${isLive(userId)} AND t.sha256 = ${sha256} ORDER BY t.id`);
        return found.map((record) => storedResource(record).row);
      }),
    uiStates: (userId) =>
      read(userId, function* () {
        const found = yield* rows(
          sql<UiStateRecord>`SELECT ${uiState} FROM ui_states AS t WHERE t.user_id = ${userId} ORDER BY t.id`,
        );
        return found.map((record) => storedUiState(record).row);
      }),
  };
}
