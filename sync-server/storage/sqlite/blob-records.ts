/** Which bytes of a user are here; see `BlobRecords` in `library-port.ts`. Part of the user's transaction. */
import { and, eq, sql, sum } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import type { BlobRecords } from '../library-port.ts';
import type { RowStatements } from './row-statements.ts';
import { blobs } from './schema-library.ts';

type OfUser = { userId: number; tellAnew(sha256: string): void };

/** One for the life of the server; the user is chosen for each transaction. */
export function createBlobRecords(
  orm: BetterSQLite3Database,
  rows: RowStatements,
): (of: OfUser) => BlobRecords {
  const given = (name: string) => sql.placeholder(name);
  const isNamed = and(eq(blobs.userId, given('userId')), eq(blobs.sha256, given('sha256')));
  const find = orm.select().from(blobs).where(isNamed).prepare();
  const total = orm
    .select({ bytes: sum(blobs.size).mapWith(Number) })
    .from(blobs)
    .where(eq(blobs.userId, given('userId')))
    .prepare();
  const announce = orm
    .insert(blobs)
    .values({ userId: given('userId'), sha256: given('sha256'), size: given('size'), fits: '', stored: 0 })
    .onConflictDoNothing()
    .prepare();
  const confirm = orm
    .update(blobs)
    .set({ stored: 1, fits: sql`${given('fits')}` })
    .where(isNamed)
    .prepare();
  const doubt = orm.update(blobs).set({ stored: 0 }).where(isNamed).prepare();
  const forget = orm.delete(blobs).where(isNamed).prepare();

  return ({ userId, tellAnew }) => ({
    find(sha256) {
      const found = find.get({ userId, sha256 });
      if (found === undefined) return undefined;
      const fits = found.fits.trim().split(' ');
      return { size: found.size, state: found.stored === 1 ? 'stored' : 'unsure', fits };
    },
    total: () => total.get({ userId })?.bytes ?? 0,
    announce(sha256, size) {
      announce.run({ userId, sha256, size });
    },
    confirm(sha256, fits) {
      confirm.run({ userId, sha256, fits: ` ${fits.join(' ')} ` });
      tellAnew(sha256);
    },
    doubt(sha256) {
      doubt.run({ userId, sha256 });
      tellAnew(sha256);
    },
    forget(sha256) {
      forget.run({ userId, sha256 });
    },
    isReferenced: (sha256) => rows.resourcesWith.all({ userId, sha256 }).length > 0,
  });
}
