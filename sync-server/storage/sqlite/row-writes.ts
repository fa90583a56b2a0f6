/** The prepared statements that write. Each names the revision that it replaces, and does nothing at another one. */
import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { projects, prompts, resources, uiStates, versions } from './schema-library.ts';
import { given, isNamed, isUpon } from './statement-parts.ts';

const ownerAndId = { userId: given('userId'), id: given('id') };

const change = {
  rev: given('rev'),
  seq: given('seq'),
  deletedAt: null,
  erased: 0,
  byClient: given('byClient'),
  byNumber: given('byNumber'),
  device: given('device'),
  changedAt: given('changedAt'),
};

/** What is said of a row that is deleted or brought back. */
const marked = {
  rev: sql`${given('rev')}`,
  seq: sql`${given('seq')}`,
  deletedAt: sql`${given('deletedAt')}`,
  byClient: sql`${given('byClient')}`,
  byNumber: sql`${given('byNumber')}`,
  device: sql`${given('device')}`,
  changedAt: sql`${given('changedAt')}`,
};

/** What an insert brought, for the columns that an update takes over as they are. */
function brought(columns: Record<string, SQLiteColumn>): Record<string, SQL> {
  const pairs = Object.entries(columns).map(([name, column]) => [name, sql.raw(`excluded.${column.name}`)]);
  return Object.fromEntries(pairs);
}

/**
 * A text that did not change is still known to the client that sent it; one that comes back from a deletion is
 * not: that client may have heard of the deletion before it heard that its text was taken.
 */
function textByAfter(table: typeof prompts | typeof versions): SQL {
  return sql`CASE WHEN excluded.text_by IS NOT NULL THEN excluded.text_by
    WHEN ${table.content} = excluded.content AND ${table.deletedAt} IS NULL THEN ${table.textBy} END`;
}

export function prepareRowWrites(orm: BetterSQLite3Database) {
  const mark = (table: typeof projects) => orm.update(table).set(marked).where(isUpon(table)).prepare();

  /** The same for rows with a text: see `textByAfter`. */
  const markText = (table: typeof prompts | typeof versions) =>
    orm
      .update(table)
      .set({
        ...marked,
        textBy: sql`CASE WHEN ${given('deletedAt')} IS NOT NULL THEN ${table.textBy} END`,
      })
      .where(isUpon(table))
      .prepare();

  const { rev, seq, deletedAt, erased, byClient, byNumber, device, changedAt } = getTableColumns(projects);
  const changed = { rev, seq, deletedAt, erased, byClient, byNumber, device, changedAt };

  return {
    putProject: orm
      .insert(projects)
      .values({
        ...ownerAndId,
        name: given('name'),
        color: given('color'),
        createdAt: given('createdAt'),
        ...change,
      })
      .onConflictDoUpdate({
        target: [projects.userId, projects.id],
        setWhere: sql`${projects.rev} = excluded.rev - 1`,
        set: {
          ...brought({ name: projects.name, color: projects.color, createdAt: projects.createdAt }),
          ...brought(changed),
        },
      })
      .prepare(),
    putPrompt: orm
      .insert(prompts)
      .values({
        ...ownerAndId,
        projectId: given('projectId'),
        title: given('title'),
        content: given('content'),
        notes: given('notes'),
        createdAt: given('createdAt'),
        lastVersion: given('lastVersion'),
        textBy: given('textBy'),
        ...change,
      })
      .onConflictDoUpdate({
        target: [prompts.userId, prompts.id],
        setWhere: sql`${prompts.rev} = excluded.rev - 1`,
        set: {
          ...brought({
            projectId: prompts.projectId,
            title: prompts.title,
            content: prompts.content,
            notes: prompts.notes,
            createdAt: prompts.createdAt,
            lastVersion: prompts.lastVersion,
          }),
          ...brought(changed),
          textBy: textByAfter(prompts),
        },
      })
      .prepare(),
    putVersion: orm
      .insert(versions)
      .values({
        ...ownerAndId,
        promptId: given('promptId'),
        version: given('version'),
        content: given('content'),
        description: given('description'),
        createdAt: given('createdAt'),
        original: given('original'),
        conflict: given('conflict'),
        textBy: given('textBy'),
        ...change,
      })
      .onConflictDoUpdate({
        target: [versions.userId, versions.id],
        setWhere: sql`${versions.rev} = excluded.rev - 1`,
        set: {
          ...brought({
            promptId: versions.promptId,
            version: versions.version,
            content: versions.content,
            description: versions.description,
            createdAt: versions.createdAt,
            original: versions.original,
            conflict: versions.conflict,
          }),
          ...brought(changed),
          textBy: textByAfter(versions),
        },
      })
      .prepare(),
    putResource: orm
      .insert(resources)
      .values({
        ...ownerAndId,
        projectId: given('projectId'),
        name: given('name'),
        originalFilename: given('originalFilename'),
        description: given('description'),
        fileType: given('fileType'),
        fileSize: given('fileSize'),
        sha256: given('sha256'),
        createdAt: given('createdAt'),
        ...change,
        userSeq: given('seq'),
      })
      .onConflictDoUpdate({
        target: [resources.userId, resources.id],
        setWhere: sql`${resources.rev} = excluded.rev - 1`,
        set: {
          ...brought({
            projectId: resources.projectId,
            name: resources.name,
            originalFilename: resources.originalFilename,
            description: resources.description,
            fileType: resources.fileType,
            fileSize: resources.fileSize,
            sha256: resources.sha256,
            createdAt: resources.createdAt,
            userSeq: resources.userSeq,
          }),
          ...brought(changed),
        },
      })
      .prepare(),
    putUiState: orm
      .insert(uiStates)
      .values({ ...ownerAndId, stateValue: given('stateValue'), ...change })
      .onConflictDoUpdate({
        target: [uiStates.userId, uiStates.id],
        setWhere: sql`${uiStates.rev} = excluded.rev - 1`,
        set: {
          ...brought({ stateValue: uiStates.stateValue }),
          ...brought(changed),
        },
      })
      .prepare(),

    markProject: mark(projects),
    markPrompt: markText(prompts),
    markVersion: markText(versions),
    markResource: orm
      .update(resources)
      .set({ ...marked, userSeq: sql`${given('seq')}` })
      .where(isUpon(resources))
      .prepare(),
    /** Another place in the feed, and nothing else: nobody has changed the row. */
    republishResource: orm
      .update(resources)
      .set({ seq: sql`${given('seq')}` })
      .where(isNamed(resources))
      .prepare(),
  };
}
