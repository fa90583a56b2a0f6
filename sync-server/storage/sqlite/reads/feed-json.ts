/**
 * Writes changes of the feed as JSON in SQLite: rows with texts, which are nearly all of a large page. They come as one
 * list of bytes and go to the client as they are: no row becomes an object of ours, no text a string.
 *
 * 1. Only live rows with their texts. Tombstones, rows whose text the client holds, and the other kinds are written by
 *    the caller, who also says what the JSON of a change is (`services/reads/read-changes.ts`).
 * 2. SQLite escapes quotes, backslashes and control characters, as JSON asks for; the rest is the UTF-8 that is stored.
 */
import type { Database } from 'better-sqlite3';
import type { RowType } from '#shared/kinds/row.ts';
import { tables } from '../../sql/row-tables.ts';

/** The columns of a row by the names of its fields. */
const fieldsInSql = {
  prompt: {
    ...{ id: 'id', projectId: 'project_id', title: 'title', content: 'content', notes: 'notes' },
    ...{ createdAt: 'created_at', lastVersion: 'last_version' },
  },
  version: {
    ...{ id: 'id', promptId: 'prompt_id', version: 'version', content: 'content' },
    ...{ description: 'description', createdAt: 'created_at', original: 'original', conflict: 'conflict' },
  },
} satisfies Partial<Record<RowType, Record<string, string>>>;

export type TypeInSql = keyof typeof fieldsInSql;

export function isTypeInSql(type: RowType): type is TypeInSql {
  return Object.hasOwn(fieldsInSql, type);
}

/** Returns the JSON of the live rows from one place to another, both included, with commas between them. */
export type ReadJson = (type: TypeInSql, range: { userId: number; first: number; last: number }) => Buffer;

export function createFeedJson(connection: Database): ReadJson {
  const prepare = (type: TypeInSql) =>
    connection
      .prepare<{ userId: number; first: number; last: number }, Buffer | null>(
        // In the order of that index, without a sort and the copies that one makes.
        `SELECT CAST(group_concat(${changeInSql(type)}) AS BLOB)
          FROM ${tables[type].name} INDEXED BY ${tables[type].name}_seq
          WHERE user_id = :userId AND seq >= :first AND seq <= :last AND deleted_at IS NULL`,
      )
      .pluck();
  const statements = { prompt: prepare('prompt'), version: prepare('version') };
  return (type, range) => {
    const json = statements[type].get(range);
    if (json === undefined || json === null) throw new Error('the feed named a row that is not there');
    return json;
  };
}

/** Milliseconds apart: SQLite would round them. */
const instant = `strftime('%Y-%m-%dT%H:%M:%S', changed_at / 1000, 'unixepoch') || printf('.%03dZ', changed_at % 1000)`;

function changeInSql(type: TypeInSql): string {
  const row = Object.entries(fieldsInSql[type]).flatMap(([field, column]) => [`'${field}'`, column]);
  const change = (fields: readonly string[]) =>
    `json_object('type', '${type}', 'id', id, 'seq', seq, 'rev', rev,
      'row', json_object(${fields.join(', ')}), 'author', json_object('device', device, 'at', ${instant}))`;
  const optional = type === 'prompt' ? 'attributes' : 'settings';
  // The field is absent where the column has nothing, as it is in a row that the server writes.
  return `iif(${optional} IS NULL, ${change(row)}, ${change([...row, `'${optional}'`, `json(${optional})`])})`;
}
