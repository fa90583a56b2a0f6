/** The prepared statements that read. */
import { and, desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type { OpenDatabase } from '../open-database.ts';
import { prepareInsideReads } from './inside-reads.ts';
import { keptRuns, projects, prompts, resources, testCases, uiStates, versions } from './schema-library.ts';
import { given, isKept, isLive, isNamed } from './statement-parts.ts';

/** A resource is available where its bytes are here, as many as it says, and of the type that it says. */
const resourceColumns = {
  ...getTableColumns(resources),
  // As text: in a query of one table, columns are written without the table's name.
  available: sql<number>`EXISTS (SELECT 1 FROM blobs WHERE blobs.user_id = resources.user_id
    AND blobs.sha256 = resources.sha256 AND blobs.stored = 1 AND blobs.size = resources.file_size
    AND instr(blobs.fits, ' ' || resources.file_type || ' ') > 0)`,
};

const versionWithoutTexts = {
  ...getTableColumns(versions),
  content: sql<string>`''`,
  original: sql<null>`NULL`,
  settings: sql<null>`NULL`,
};

const promptWithoutTexts = {
  ...getTableColumns(prompts),
  content: sql<string>`''`,
  notes: sql<string>`''`,
  attributes: sql<null>`NULL`,
};

export function prepareRowReads(database: OpenDatabase) {
  return {
    inside: prepareInsideReads(database),
    ...prepareKeptReads(database),
    ...prepareLiveReads(database),
    ...prepareFeedReads(database),
    ...prepareVersionReads(database),
    ...prepareContentReads(database),
    ...prepareOtherReads(database),
  };
}

/** Single rows that are not erased. */
function prepareKeptReads({ orm }: OpenDatabase) {
  return {
    project: orm.select().from(projects).where(isKept(projects)).prepare(),
    prompt: orm.select().from(prompts).where(isKept(prompts)).prepare(),
    version: orm.select().from(versions).where(isKept(versions)).prepare(),
    keptRun: orm.select().from(keptRuns).where(isKept(keptRuns)).prepare(),
    testCase: orm.select().from(testCases).where(isKept(testCases)).prepare(),
    resource: orm.select(resourceColumns).from(resources).where(isKept(resources)).prepare(),
    uiState: orm.select().from(uiStates).where(isKept(uiStates)).prepare(),
  };
}

/** Single rows that are not deleted. */
function prepareLiveReads({ orm }: OpenDatabase) {
  return {
    livePrompt: orm.select().from(prompts).where(isLive(prompts)).prepare(),
    liveResource: orm.select(resourceColumns).from(resources).where(isLive(resources)).prepare(),
  };
}

/** Single rows of the feed, erased ones too. */
function prepareFeedReads({ orm }: OpenDatabase) {
  return {
    feedProject: orm.select().from(projects).where(isNamed(projects)).prepare(),
    feedPrompt: orm.select().from(prompts).where(isNamed(prompts)).prepare(),
    feedVersion: orm.select().from(versions).where(isNamed(versions)).prepare(),
    feedKeptRun: orm.select().from(keptRuns).where(isNamed(keptRuns)).prepare(),
    feedTestCase: orm.select().from(testCases).where(isNamed(testCases)).prepare(),
    feedResource: orm.select(resourceColumns).from(resources).where(isNamed(resources)).prepare(),
    feedUiState: orm.select().from(uiStates).where(isNamed(uiStates)).prepare(),
  };
}

/** Versions of a prompt; all but the newest without their texts. */
function prepareVersionReads({ orm }: OpenDatabase) {
  return {
    newestVersion: orm
      .select()
      .from(versions)
      .where(
        and(
          eq(versions.userId, given('userId')),
          eq(versions.promptId, given('promptId')),
          isNull(versions.deletedAt),
        ),
      )
      .orderBy(desc(versions.version))
      .limit(1)
      .prepare(),
    bareVersions: orm
      .select(versionWithoutTexts)
      .from(versions)
      .where(
        and(
          eq(versions.userId, given('userId')),
          sql`${versions.id} IN (SELECT value FROM json_each(${given('ids')}))`,
          eq(versions.erased, 0),
        ),
      )
      .prepare(),
  };
}

/** The rows inside of a project, without texts. */
function prepareContentReads({ orm }: OpenDatabase) {
  return {
    barePromptsOf: orm.select(promptWithoutTexts).from(prompts).where(isInProject(prompts)).prepare(),
    liveResourcesOf: orm.select(resourceColumns).from(resources).where(isInProject(resources)).prepare(),
  };
}

/** Rows by what they hold, and which of many are there. */
function prepareOtherReads({ orm }: OpenDatabase) {
  const ids = (table: typeof prompts | typeof versions) =>
    orm
      .select({ id: table.id })
      .from(table)
      .where(
        and(
          eq(table.userId, given('userId')),
          sql`${table.id} IN (SELECT value FROM json_each(${given('ids')}))`,
        ),
      );
  return {
    promptIds: ids(prompts).prepare(),
    versionIds: ids(versions).prepare(),
    resourcesWith: orm
      .select(resourceColumns)
      .from(resources)
      .where(
        and(
          eq(resources.userId, given('userId')),
          eq(resources.sha256, given('sha256')),
          eq(resources.erased, 0),
        ),
      )
      .prepare(),
    uiStatesOf: orm
      .select()
      .from(uiStates)
      .where(eq(uiStates.userId, given('userId')))
      .prepare(),
  };
}

const isInProject = (table: typeof prompts | typeof resources) =>
  and(eq(table.userId, given('userId')), eq(table.projectId, given('projectId')), isNull(table.deletedAt));
