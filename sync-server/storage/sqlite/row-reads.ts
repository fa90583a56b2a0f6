/** The prepared statements that read. */
import { and, asc, desc, eq, getTableColumns, gt, isNull, sql } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { isErasable, projects, prompts, resources, uiStates, versions } from './schema-library.ts';
import { given, isKept, isNamed } from './statement-parts.ts';

/** A resource is available where its bytes are here, as many as it says, and of the type that it says. */
export const resourceColumns = {
  ...getTableColumns(resources),
  // As text: in a query of one table, columns are written without the table's name.
  available: sql<number>`EXISTS (SELECT 1 FROM blobs WHERE blobs.user_id = resources.user_id
    AND blobs.sha256 = resources.sha256 AND blobs.stored = 1 AND blobs.size = resources.file_size
    AND instr(blobs.fits, ' ' || resources.file_type || ' ') > 0)`,
};

export const versionWithoutTexts = {
  ...getTableColumns(versions),
  content: sql<string>`''`,
  original: sql<null>`NULL`,
};

export const promptWithoutTexts = {
  ...getTableColumns(prompts),
  content: sql<string>`''`,
  notes: sql<string>`''`,
};

export function prepareRowReads(orm: BetterSQLite3Database) {
  return {
    ...prepareKeptReads(orm),
    ...prepareFeedReads(orm),
    ...prepareVersionReads(orm),
    ...prepareContentReads(orm),
    ...prepareOtherReads(orm),
  };
}

/** Single rows that are not erased. */
function prepareKeptReads(orm: BetterSQLite3Database) {
  return {
    project: orm.select().from(projects).where(isKept(projects)).prepare(),
    prompt: orm.select().from(prompts).where(isKept(prompts)).prepare(),
    version: orm.select().from(versions).where(isKept(versions)).prepare(),
    resource: orm.select(resourceColumns).from(resources).where(isKept(resources)).prepare(),
    uiState: orm.select().from(uiStates).where(isKept(uiStates)).prepare(),
  };
}

/** Single rows of the feed, erased ones too. */
function prepareFeedReads(orm: BetterSQLite3Database) {
  return {
    feedProject: orm.select().from(projects).where(isNamed(projects)).prepare(),
    feedPrompt: orm.select().from(prompts).where(isNamed(prompts)).prepare(),
    feedVersion: orm.select().from(versions).where(isNamed(versions)).prepare(),
    feedResource: orm.select(resourceColumns).from(resources).where(isNamed(resources)).prepare(),
    feedUiState: orm.select().from(uiStates).where(isNamed(uiStates)).prepare(),
  };
}

/** Versions of a prompt; all but the newest without their texts. */
function prepareVersionReads(orm: BetterSQLite3Database) {
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
    goneVersionsOf: orm
      .select(versionWithoutTexts)
      .from(versions)
      .where(
        and(
          eq(versions.userId, given('userId')),
          eq(versions.promptId, given('promptId')),
          isErasable(versions),
          gt(versions.seq, given('after')),
        ),
      )
      .orderBy(asc(versions.seq))
      .limit(given('rows'))
      .prepare(),
  };
}

/** The rows inside of a project, without texts. */
function prepareContentReads(orm: BetterSQLite3Database) {
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

/** Rows by what they hold. */
function prepareOtherReads(orm: BetterSQLite3Database) {
  return {
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
