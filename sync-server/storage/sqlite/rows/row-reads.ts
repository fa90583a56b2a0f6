/** The prepared statements that read. */
import { and, asc, desc, eq, getTableColumns, gt, isNull, sql } from 'drizzle-orm';
import type { OpenDatabase } from '../open-database.ts';
import { isErasable, keptRuns, projects, prompts, resources, uiStates, versions } from './schema-library.ts';
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

const keptRunWithoutTexts = { ...getTableColumns(keptRuns), run: sql<string>`''`, note: sql<string>`''` };

const promptWithoutTexts = {
  ...getTableColumns(prompts),
  content: sql<string>`''`,
  notes: sql<string>`''`,
  attributes: sql<null>`NULL`,
};

export function prepareRowReads(database: OpenDatabase) {
  return {
    ...prepareKeptReads(database),
    ...prepareLiveReads(database),
    ...prepareFeedReads(database),
    ...prepareVersionReads(database),
    ...prepareGoneRows(database),
    ...prepareKeptRunReads(database),
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
    bareVersionsOf: orm
      .select(versionWithoutTexts)
      .from(versions)
      .where(
        and(
          eq(versions.userId, given('userId')),
          eq(versions.promptId, given('promptId')),
          isNull(versions.deletedAt),
        ),
      )
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

/** Rows that went with a prompt, without texts. */
function prepareGoneRows({ orm }: OpenDatabase) {
  const went = (table: typeof versions | typeof keptRuns) =>
    and(
      eq(table.userId, given('userId')),
      eq(table.promptId, given('promptId')),
      isErasable(table),
      gt(table.seq, given('after')),
    );
  const most = sql.placeholder('rows');
  return {
    goneVersionsOf: orm
      .select(versionWithoutTexts)
      .from(versions)
      .where(went(versions))
      .orderBy(asc(versions.seq))
      .limit(most)
      .prepare(),
    goneKeptRunsOf: orm
      .select(keptRunWithoutTexts)
      .from(keptRuns)
      .where(went(keptRuns))
      .orderBy(asc(keptRuns.seq))
      .limit(most)
      .prepare(),
  };
}

/** Live kept runs of a prompt and of a project, without texts. */
function prepareKeptRunReads({ orm }: OpenDatabase) {
  return {
    bareKeptRunsOf: orm
      .select(keptRunWithoutTexts)
      .from(keptRuns)
      .where(
        and(
          eq(keptRuns.userId, given('userId')),
          eq(keptRuns.promptId, given('promptId')),
          isNull(keptRuns.deletedAt),
        ),
      )
      .prepare(),
    // The prompts first, as for versions.
    bareKeptRunsIn: orm
      .select(keptRunWithoutTexts)
      .from(prompts)
      .crossJoin(keptRuns)
      .where(
        and(
          isInProject(prompts),
          eq(keptRuns.userId, prompts.userId),
          eq(keptRuns.promptId, prompts.id),
          isNull(keptRuns.deletedAt),
        ),
      )
      .prepare(),
  };
}

/** The rows inside of a project, without texts. */
function prepareContentReads({ orm }: OpenDatabase) {
  return {
    barePromptsOf: orm.select(promptWithoutTexts).from(prompts).where(isInProject(prompts)).prepare(),
    // A cross join keeps the order: the prompts first, not all versions of the library.
    bareVersionsIn: orm
      .select(versionWithoutTexts)
      .from(prompts)
      .crossJoin(versions)
      .where(
        and(
          isInProject(prompts),
          eq(versions.userId, prompts.userId),
          eq(versions.promptId, prompts.id),
          isNull(versions.deletedAt),
        ),
      )
      .prepare(),
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
