import { and, eq } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import type { BlobRecord } from '../blob-records-port.ts';
import { blobs } from './schema-library.ts';
import { given } from './statement-parts.ts';

export type FindBlob = (userId: number, sha256: string) => BlobRecord | undefined;

/** Finds the record of bytes for the rows that a push touches. */
export function prepareFindBlob(orm: BetterSQLite3Database): FindBlob {
  const isNamed = and(eq(blobs.userId, given('userId')), eq(blobs.sha256, given('sha256')));
  const find = orm.select().from(blobs).where(isNamed).prepare();
  return (userId, sha256) => {
    const found = find.get({ userId, sha256 });
    if (found === undefined) return undefined;
    const fits = found.fits.trim().split(' ');
    return { size: found.size, state: found.stored === 1 ? 'stored' : 'unsure', fits };
  };
}
