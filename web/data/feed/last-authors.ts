import type { RowKey } from '#shared/kinds/row.ts';
import type { Change } from '#shared/sync/wire.ts';
import type { Library } from '../database/library.ts';

/** More rows than a person edits while others do. */
const mostAuthors = 500;

/** Remembers whose changes came in, so that a conflict with one can name its device. */
export function rememberAuthors(
  { authors }: Library,
  changes: readonly Pick<Change, 'type' | 'id' | 'ownNumber' | 'author'>[],
): void {
  for (const { type, id, ownNumber, author } of changes) {
    const key: RowKey = `${type}:${id}`;
    authors.delete(key);
    if (ownNumber === undefined && author !== undefined) authors.set(key, author);
  }
  for (const key of [...authors.keys()].slice(0, -mostAuthors)) authors.delete(key);
}
