/** `blob-records-port.ts` on SQLite. */
import { and, eq, sql, sum } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import type { BlobRecord, BlobRecords, Republished } from '../blob-records-port.ts';
import type { Synchronous } from './group-commit.ts';
import type { RowStatements } from './row-statements.ts';
import { blobs } from './schema-library.ts';
import { given } from './statement-parts.ts';
import type { UserRecords } from './user-records.ts';

/** Runs an act alone on a library, within a transaction. */
export type OnLibrary = <Result>(
  userId: number,
  act: () => Synchronous<Result>,
) => Promise<Synchronous<Result>>;

export type FindBlob = (userId: number, sha256: string) => BlobRecord | undefined;

export function prepareFindBlob(orm: BetterSQLite3Database): FindBlob {
  const find = orm.select().from(blobs).where(isNamed).prepare();
  return (userId, sha256) => {
    const found = find.get({ userId, sha256 });
    if (found === undefined) return undefined;
    const fits = found.fits.trim().split(' ');
    return { size: found.size, state: found.stored === 1 ? 'stored' : 'unsure', fits };
  };
}

export function createBlobRecords(deps: {
  orm: BetterSQLite3Database;
  rows: RowStatements;
  users: UserRecords;
  find: FindBlob;
  onLibrary: OnLibrary;
}): BlobRecords {
  const { rows, users, find, onLibrary } = deps;
  const records = prepareRecords(deps.orm);
  const total = (userId: number) => records.total.get({ userId })?.bytes ?? 0;
  const isReferenced = (userId: number, sha256: string) =>
    rows.resourcesWith.all({ userId, sha256 }).length > 0;

  const republish = (userId: number, sha256: string) => republishRows({ rows, users }, userId, sha256);

  function doubt(userId: number, sha256: string): Republished {
    records.doubt.run({ userId, sha256 });
    return republish(userId, sha256);
  }

  return {
    find: (userId, sha256) => onLibrary(userId, () => find(userId, sha256)),
    total: (userId) => onLibrary(userId, () => total(userId)),
    announce: (userId, { sha256, size }, most) =>
      onLibrary(userId, () => {
        const used = total(userId) - (find(userId, sha256)?.size ?? 0);
        if (used + size > most) return { kind: 'full', used } as const;
        records.announce.run({ userId, sha256, size });
        return { kind: 'announced' } as const;
      }),
    confirm: (userId, sha256, fits) =>
      onLibrary(userId, () => {
        const { changes } = records.confirm.run({ userId, sha256, fits: ` ${fits.join(' ')} ` });
        if (changes === 0) throw new Error('the record of a file was removed before it was confirmed');
        return republish(userId, sha256);
      }),
    retire: (userId, sha256) =>
      onLibrary(userId, () => {
        const found = find(userId, sha256);
        if (found === undefined || (found.state === 'stored' && isReferenced(userId, sha256))) {
          return undefined;
        }
        return found.state === 'stored' ? doubt(userId, sha256) : { seq: null };
      }),
    lose: (userId, sha256) =>
      onLibrary(userId, () => {
        const republished = doubt(userId, sha256);
        records.lose.run({ userId, sha256 });
        return republished;
      }),
    forget: (userId, sha256) => onLibrary(userId, () => records.forget.run({ userId, sha256 }).changes > 0),
  };
}

/** Gives every live row with these bytes another place in the feed. */
function republishRows(
  { rows, users }: { rows: RowStatements; users: UserRecords },
  userId: number,
  sha256: string,
): Republished {
  const before = users.read(userId).seq;
  let seq = before;
  for (const { id, deletedAt } of rows.resourcesWith.all({ userId, sha256 })) {
    if (deletedAt !== null) continue;
    seq += 1;
    rows.republishResource.run({ userId, id, seq });
  }
  if (seq > before) users.moveSeq(userId, { before, after: seq });
  return { seq: seq > before ? seq : null };
}

const isNamed = and(eq(blobs.userId, given('userId')), eq(blobs.sha256, given('sha256')));

function prepareRecords(orm: BetterSQLite3Database) {
  return {
    total: orm
      .select({ bytes: sum(blobs.size).mapWith(Number) })
      .from(blobs)
      .where(eq(blobs.userId, given('userId')))
      .prepare(),
    announce: orm
      .insert(blobs)
      .values({ userId: given('userId'), sha256: given('sha256'), size: given('size'), fits: '', stored: 0 })
      .onConflictDoNothing()
      .prepare(),
    confirm: orm
      .update(blobs)
      .set({ stored: 1, fits: sql`${given('fits')}` })
      .where(isNamed)
      .prepare(),
    doubt: orm.update(blobs).set({ stored: 0 }).where(isNamed).prepare(),
    lose: orm.delete(blobs).where(isNamed).prepare(),
    forget: orm
      .delete(blobs)
      .where(and(isNamed, eq(blobs.stored, 0)))
      .prepare(),
  };
}
