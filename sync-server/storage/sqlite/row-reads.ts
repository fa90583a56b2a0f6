/** The prepared statements that read. */
import { and, asc, desc, eq, getTableColumns, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { projects, prompts, resources, uiStates, versions } from './schema-library.ts';
import { given, isKept, isNamed } from './statement-parts.ts';

export function prepareRowReads(orm: BetterSQLite3Database) {
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
  };

  return {
    project: orm.select().from(projects).where(isKept(projects)).prepare(),
    prompt: orm.select().from(prompts).where(isKept(prompts)).prepare(),
    version: orm.select().from(versions).where(isKept(versions)).prepare(),
    resource: orm.select(resourceColumns).from(resources).where(isKept(resources)).prepare(),
    uiState: orm.select().from(uiStates).where(isKept(uiStates)).prepare(),

    /** Erased ones too: the feed tells of them. */
    feedProject: orm.select().from(projects).where(isNamed(projects)).prepare(),
    feedPrompt: orm.select().from(prompts).where(isNamed(prompts)).prepare(),
    feedVersion: orm.select().from(versions).where(isNamed(versions)).prepare(),
    feedResource: orm.select(resourceColumns).from(resources).where(isNamed(resources)).prepare(),
    feedUiState: orm.select().from(uiStates).where(isNamed(uiStates)).prepare(),

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
          eq(versions.erased, 0),
        ),
      )
      .prepare(),
    barePromptsOf: orm
      .select(promptWithoutTexts)
      .from(prompts)
      .where(
        and(
          eq(prompts.userId, given('userId')),
          eq(prompts.projectId, given('projectId')),
          eq(prompts.erased, 0),
        ),
      )
      .prepare(),

    projectsOf: orm
      .select()
      .from(projects)
      .where(and(eq(projects.userId, given('userId')), isNull(projects.deletedAt)))
      .orderBy(asc(projects.createdAt), asc(projects.id))
      .prepare(),
    promptsOf: orm
      .select()
      .from(prompts)
      .where(
        and(
          eq(prompts.userId, given('userId')),
          eq(prompts.projectId, given('projectId')),
          isNull(prompts.deletedAt),
        ),
      )
      .orderBy(asc(prompts.createdAt), asc(prompts.id))
      .prepare(),
    versionsOf: orm
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
      .prepare(),
    resourcesOf: orm
      .select(resourceColumns)
      .from(resources)
      .where(
        and(
          eq(resources.userId, given('userId')),
          eq(resources.projectId, given('projectId')),
          eq(resources.erased, 0),
        ),
      )
      .orderBy(asc(resources.createdAt), asc(resources.id))
      .prepare(),
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
    deletedPromptsOf: orm
      .select()
      .from(prompts)
      .where(and(eq(prompts.userId, given('userId')), isNotNull(prompts.deletedAt), eq(prompts.erased, 0)))
      .orderBy(desc(prompts.seq))
      .prepare(),
    deletedVersionsOf: orm
      .select(getTableColumns(versions))
      .from(versions)
      .innerJoin(prompts, and(eq(prompts.userId, versions.userId), eq(prompts.id, versions.promptId)))
      .where(
        and(
          eq(versions.userId, given('userId')),
          isNotNull(versions.deletedAt),
          eq(versions.erased, 0),
          isNull(prompts.deletedAt),
        ),
      )
      .orderBy(desc(versions.seq))
      .prepare(),
    deletedResourcesOf: orm
      .select(resourceColumns)
      .from(resources)
      .where(
        and(eq(resources.userId, given('userId')), isNotNull(resources.deletedAt), eq(resources.erased, 0)),
      )
      .orderBy(desc(resources.seq))
      .prepare(),
    promptTexts: orm
      .select({ prompt: prompts, projectName: projects.name })
      .from(prompts)
      .innerJoin(projects, and(eq(projects.userId, prompts.userId), eq(projects.id, prompts.projectId)))
      .where(
        and(eq(prompts.userId, given('userId')), gt(prompts.id, given('after')), isNull(prompts.deletedAt)),
      )
      .orderBy(asc(prompts.id))
      .limit(given('rows'))
      .prepare(),
  };
}
