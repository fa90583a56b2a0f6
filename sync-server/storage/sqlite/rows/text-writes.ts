/** The prepared statements that write rows with a text: prompts and versions. */
import { and, isNull, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { OpenDatabase } from '../open-database.ts';
import { prompts, versions } from './schema-library.ts';
import { given, isUpon } from './statement-parts.ts';
import { change, changed, inserted, marked, ownerAndId } from './write-parts.ts';

export function prepareTextWrites(database: OpenDatabase) {
  return {
    putPrompt: putPrompt(database),
    updatePrompt: updatePrompt(database),
    putVersion: putVersion(database),
    markPrompt: mark(database, prompts),
    markVersion: mark(database, versions),
  };
}

function putPrompt({ orm }: OpenDatabase) {
  const row = {
    ...ownerAndId,
    projectId: given('projectId'),
    title: given('title'),
    content: given('content'),
    notes: given('notes'),
    createdAt: given('createdAt'),
    lastVersion: given('lastVersion'),
    attributes: given('attributes'),
    textBy: given('textBy'),
    ...change,
  };
  return orm
    .insert(prompts)
    .values(row)
    .onConflictDoUpdate({
      target: [prompts.userId, prompts.id],
      setWhere: sql`${prompts.rev} = excluded.rev - 1`,
      set: {
        ...inserted({
          projectId: prompts.projectId,
          title: prompts.title,
          content: prompts.content,
          notes: prompts.notes,
          createdAt: prompts.createdAt,
          lastVersion: prompts.lastVersion,
          attributes: prompts.attributes,
        }),
        ...inserted(changed),
        textBy: textByAfter(prompts),
      },
    })
    .prepare();
}

/**
 * Puts a live prompt whose title and place stay: nearly every change is one of its text. An upsert names the columns of all
 * indexes, and SQLite writes an index whose columns are named even where their values stay: the pages of 32 titles, for
 * 32 texts that are saved together.
 */
function updatePrompt({ orm }: OpenDatabase) {
  const { content, textBy } = prompts;
  const { rev, seq, byClient, byNumber, device, changedAt } = marked;
  const taken = (name: string) => sql`${given(name)}`;
  const isAsGiven = (column: SQLiteColumn, name: string) => sql`+${column} = ${given(name)}`;
  return orm
    .update(prompts)
    .set({
      content: taken('content'),
      notes: taken('notes'),
      lastVersion: taken('lastVersion'),
      attributes: taken('attributes'),
      ...{ rev, seq, byClient, byNumber, device, changedAt },
      textBy: sql`CASE WHEN ${given('textBy')} IS NOT NULL THEN ${given('textBy')}
          WHEN ${content} = ${given('content')} THEN ${textBy} END`,
    })
    .where(
      and(
        isUpon(prompts),
        isAsGiven(prompts.projectId, 'projectId'),
        isAsGiven(prompts.title, 'title'),
        isAsGiven(prompts.createdAt, 'createdAt'),
        isNull(prompts.deletedAt),
      ),
    )
    .prepare();
}

function putVersion({ orm }: OpenDatabase) {
  const row = {
    ...ownerAndId,
    promptId: given('promptId'),
    version: given('version'),
    content: given('content'),
    description: given('description'),
    createdAt: given('createdAt'),
    original: given('original'),
    conflict: given('conflict'),
    settings: given('settings'),
    textBy: given('textBy'),
    ...change,
  };
  return orm
    .insert(versions)
    .values(row)
    .onConflictDoUpdate({
      target: [versions.userId, versions.id],
      setWhere: sql`${versions.rev} = excluded.rev - 1`,
      set: {
        ...inserted({
          promptId: versions.promptId,
          version: versions.version,
          content: versions.content,
          description: versions.description,
          createdAt: versions.createdAt,
          original: versions.original,
          conflict: versions.conflict,
          settings: versions.settings,
        }),
        ...inserted(changed),
        textBy: textByAfter(versions),
      },
    })
    .prepare();
}

function mark({ orm }: OpenDatabase, table: typeof prompts | typeof versions) {
  return orm
    .update(table)
    .set({
      ...marked,
      textBy: sql`CASE WHEN ${given('deletedAt')} IS NOT NULL THEN ${table.textBy} END`,
    })
    .where(isUpon(table))
    .prepare();
}

/**
 * Returns the client that has the text. A text that did not change is still known to the client that sent it; one that
 * comes back from a deletion is not: that client may have read of the deletion before its text was acknowledged.
 */
function textByAfter(table: typeof prompts | typeof versions): SQL {
  return sql`CASE WHEN excluded.text_by IS NOT NULL THEN excluded.text_by
    WHEN ${table.content} = excluded.content AND ${table.deletedAt} IS NULL THEN ${table.textBy} END`;
}
