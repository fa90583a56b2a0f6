/** The prepared statements that read. */
import { and, asc, desc, eq, getTableColumns, gt, isNull, sql } from 'drizzle-orm';
import { compileRead } from '../compiled-statements.ts';
import type { OpenDatabase } from '../open-database.ts';
import { isErasable, projects, prompts, resources, uiStates, versions } from './schema-library.ts';
import { given, isKept, isNamed } from './statement-parts.ts';

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
};

const promptWithoutTexts = {
  ...getTableColumns(prompts),
  content: sql<string>`''`,
  notes: sql<string>`''`,
  attributes: sql<null>`NULL`,
};

export function prepareRowReads(database: OpenDatabase) {
  return {
    ...prepareKeptReads(database),
    ...prepareFeedReads(database),
    ...prepareVersionReads(database),
    ...prepareGoneVersions(database),
    ...prepareContentReads(database),
    ...prepareOtherReads(database),
  };
}

/** Single rows that are not erased. */
function prepareKeptReads({ connection, orm }: OpenDatabase) {
  return {
    project: compileRead(connection, orm.select().from(projects).where(isKept(projects))),
    prompt: compileRead(connection, orm.select().from(prompts).where(isKept(prompts))),
    version: compileRead(connection, orm.select().from(versions).where(isKept(versions))),
    resource: compileRead(connection, orm.select(resourceColumns).from(resources).where(isKept(resources))),
    uiState: compileRead(connection, orm.select().from(uiStates).where(isKept(uiStates))),
  };
}

/** Single rows of the feed, erased ones too. */
function prepareFeedReads({ connection, orm }: OpenDatabase) {
  return {
    feedProject: compileRead(connection, orm.select().from(projects).where(isNamed(projects))),
    feedPrompt: compileRead(connection, orm.select().from(prompts).where(isNamed(prompts))),
    feedVersion: compileRead(connection, orm.select().from(versions).where(isNamed(versions))),
    feedResource: compileRead(
      connection,
      orm.select(resourceColumns).from(resources).where(isNamed(resources)),
    ),
    feedUiState: compileRead(connection, orm.select().from(uiStates).where(isNamed(uiStates))),
  };
}

/** Versions of a prompt; all but the newest without their texts. */
function prepareVersionReads({ connection, orm }: OpenDatabase) {
  return {
    newestVersion: compileRead(
      connection,
      orm
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
        .limit(1),
    ),
    bareVersionsOf: compileRead(
      connection,
      orm
        .select(versionWithoutTexts)
        .from(versions)
        .where(
          and(
            eq(versions.userId, given('userId')),
            eq(versions.promptId, given('promptId')),
            isNull(versions.deletedAt),
          ),
        ),
    ),
    bareVersions: compileRead(
      connection,
      orm
        .select(versionWithoutTexts)
        .from(versions)
        .where(
          and(
            eq(versions.userId, given('userId')),
            sql`${versions.id} IN (SELECT value FROM json_each(${given('ids')}))`,
            eq(versions.erased, 0),
          ),
        ),
    ),
  };
}

function prepareGoneVersions({ connection, orm }: OpenDatabase) {
  return {
    goneVersionsOf: compileRead(
      connection,
      orm
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
        .limit(given('rows')),
    ),
  };
}

/** The rows inside of a project, without texts. */
function prepareContentReads({ connection, orm }: OpenDatabase) {
  return {
    barePromptsOf: compileRead(
      connection,
      orm.select(promptWithoutTexts).from(prompts).where(isInProject(prompts)),
    ),
    // A cross join keeps the order: the prompts first, not all versions of the library.
    bareVersionsIn: compileRead(
      connection,
      orm
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
        ),
    ),
    liveResourcesOf: compileRead(
      connection,
      orm.select(resourceColumns).from(resources).where(isInProject(resources)),
    ),
  };
}

/** Rows by what they hold, and which of many are there. */
function prepareOtherReads({ connection, orm }: OpenDatabase) {
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
    promptIds: compileRead(connection, ids(prompts)),
    versionIds: compileRead(connection, ids(versions)),
    resourcesWith: compileRead(
      connection,
      orm
        .select(resourceColumns)
        .from(resources)
        .where(
          and(
            eq(resources.userId, given('userId')),
            eq(resources.sha256, given('sha256')),
            eq(resources.erased, 0),
          ),
        ),
    ),
    uiStatesOf: compileRead(
      connection,
      orm
        .select()
        .from(uiStates)
        .where(eq(uiStates.userId, given('userId'))),
    ),
  };
}

const isInProject = (table: typeof prompts | typeof resources) =>
  and(eq(table.userId, given('userId')), eq(table.projectId, given('projectId')), isNull(table.deletedAt));
