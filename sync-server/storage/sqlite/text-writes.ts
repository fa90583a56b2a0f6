/** The prepared statements that write rows with a text: prompts and versions. */
import { type SQL, sql } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { prompts, versions } from './schema-library.ts';
import { given, isUpon } from './statement-parts.ts';
import { change, changed, inserted, marked, ownerAndId } from './write-parts.ts';

export function prepareTextWrites(orm: BetterSQLite3Database) {
  return {
    putPrompt: putPrompt(orm),
    putVersion: putVersion(orm),
    markPrompt: mark(orm, prompts),
    markVersion: mark(orm, versions),
  };
}

function putPrompt(orm: BetterSQLite3Database) {
  return orm
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
        ...inserted({
          projectId: prompts.projectId,
          title: prompts.title,
          content: prompts.content,
          notes: prompts.notes,
          createdAt: prompts.createdAt,
          lastVersion: prompts.lastVersion,
        }),
        ...inserted(changed),
        textBy: textByAfter(prompts),
      },
    })
    .prepare();
}

function putVersion(orm: BetterSQLite3Database) {
  return orm
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
        ...inserted({
          promptId: versions.promptId,
          version: versions.version,
          content: versions.content,
          description: versions.description,
          createdAt: versions.createdAt,
          original: versions.original,
          conflict: versions.conflict,
        }),
        ...inserted(changed),
        textBy: textByAfter(versions),
      },
    })
    .prepare();
}

function mark(orm: BetterSQLite3Database, table: typeof prompts | typeof versions) {
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
