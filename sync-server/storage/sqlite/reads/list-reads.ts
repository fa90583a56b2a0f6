/** Lists of rows, read in parts: so many rows, or about so many bytes of text, in one go. */
import type { ListPart, ListPlace, PortionSize } from '../../ports/library-port.ts';
import type { OpenDatabase } from '../open-database.ts';
import { prepareDeleted } from './deleted-reads.ts';
import { type List, projectList, promptList, resourceList, versionList } from './list-statements.ts';

export function createListReads(database: OpenDatabase, portion: PortionSize) {
  const { connection, orm } = database;
  const projects = projectList(database);
  const prompts = promptList(database);
  const versions = versionList(database);
  const resources = resourceList(database);
  const blobsToRemove = connection.prepare<[number, number], { userId: number; sha256: string }>(`
    SELECT user_id AS userId, sha256 FROM blobs WHERE rowid > ? AND rowid <= ? AND (stored = 0 OR NOT EXISTS (
      SELECT 1 FROM resources WHERE resources.user_id = blobs.user_id
        AND resources.sha256 = blobs.sha256 AND resources.erased = 0))`);
  const lastBlob = connection.prepare<[], number>('SELECT coalesce(max(rowid), 0) FROM blobs').pluck();

  /** How many of these rows are a part; one row larger than a part is a part. */
  function countOf(bytes: readonly number[]): number {
    let sum = 0;
    for (const [index, size] of bytes.entries()) {
      sum += size;
      if (index === portion.rows || (index > 0 && sum > portion.bytes)) return index;
    }
    return bytes.length;
  }

  function part<Record, Row>(
    list: List<Record, Row>,
    asked: { userId: number; parent: number; from: ListPlace | null },
  ): ListPart<Row> {
    const { userId, parent, from } = asked;
    const place = { userId, parent, ...(from ?? list.first) };
    const measured = list.sizes.all({ ...place, rows: portion.rows + 1 });
    const rows = list.records.all({ ...place, rows: countOf(measured) }).map((record) => list.rowOf(record));
    const last = rows.at(-1);
    return { rows, next: rows.length < measured.length && last !== undefined ? list.placeOf(last) : null };
  }

  return {
    projects: (userId: number, from: ListPlace | null) => part(projects, { userId, parent: 0, from }),
    promptsOf: (userId: number, parent: number, from: ListPlace | null) =>
      part(prompts, { userId, parent, from }),
    versionsOf: (userId: number, parent: number, from: ListPlace | null) =>
      part(versions, { userId, parent, from }),
    resourcesOf: (userId: number, parent: number, from: ListPlace | null) =>
      part(resources, { userId, parent, from }),
    lastBlob: () => lastBlob.get() ?? 0,
    blobsToRemove: (after: number, upTo: number) => blobsToRemove.all(after, upTo),
    deleted: prepareDeleted(orm),
  };
}
