/** `blob-records-port.ts`. */
import { type SQL, sql } from 'drizzle-orm';
import type { BlobRecord, BlobRecords, Republished } from '../ports/blob-records-port.ts';
import { row, rows, run, type Work } from './work.ts';

/** How a database runs a work upon one library. */
export type OnLibrary = {
  /** Alone, within a transaction, when no bulk change is in the middle of it. `seq`: the place of the latest change. */
  act<Result>(userId: number, work: (seq: number) => Work<Result>): Promise<Result>;
  read<Result>(userId: number, work: () => Work<Result>): Promise<Result>;
  /** Moves the place of the latest change, within an act. */
  moveSeq(userId: number, seq: { before: number; after: number }): Work<void>;
};

export function createBlobRecords({ act, read, moveSeq }: OnLibrary): BlobRecords {
  /** Gives every live row with these bytes another place in the feed. */
  function* republish({ userId, sha256, seq: before }: Blob & { seq: number }): Work<Republished> {
    const found = yield* rows(sql<{ id: number }>`SELECT id FROM resources
      WHERE ${isBlob({ userId, sha256 })} AND erased = 0 AND deleted_at IS NULL ORDER BY id`);
    if (found.length === 0) return { seq: null };
    for (const [index, { id }] of found.entries())
      yield* run(
        sql`UPDATE resources SET seq = ${before + 1 + index} WHERE user_id = ${userId} AND id = ${id}`,
      );
    const after = before + found.length;
    yield* moveSeq(userId, { before, after });
    return { seq: after };
  }

  return {
    find: (userId, sha256) => read(userId, () => blobRecord({ userId, sha256 })),
    total: (userId) => read(userId, () => total(userId)),
    announce: (userId, { sha256, size }, most) =>
      act(userId, function* () {
        const used = (yield* total(userId)) - ((yield* blobRecord({ userId, sha256 }))?.size ?? 0);
        if (used + size > most) return { kind: 'full', used } as const;
        yield* run(sql`INSERT INTO blobs (user_id, sha256, size, fits, stored)
          VALUES (${userId}, ${sha256}, ${size}, '', 0) ON CONFLICT DO NOTHING`);
        return { kind: 'announced' } as const;
      }),
    confirm: (userId, sha256, fits) =>
      act(userId, function* (seq) {
        const confirmed = yield* row(sql`UPDATE blobs SET stored = 1, fits = ${` ${fits.join(' ')} `}
          WHERE ${isBlob({ userId, sha256 })} RETURNING 1`);
        if (confirmed === undefined)
          throw new Error('the record of a file was removed before it was confirmed');
        return yield* republish({ userId, sha256, seq });
      }),
    retire: (userId, sha256) =>
      act(userId, function* (seq) {
        const found = yield* blobRecord({ userId, sha256 });
        if (found === undefined) return undefined;
        if (found.state !== 'stored') return { seq: null };
        const used = yield* row(
          sql`SELECT 1 FROM resources WHERE ${isBlob({ userId, sha256 })} AND erased = 0 LIMIT 1`,
        );
        if (used !== undefined) return undefined;
        yield* run(sql`UPDATE blobs SET stored = 0 WHERE ${isBlob({ userId, sha256 })}`);
        return yield* republish({ userId, sha256, seq });
      }),
    lose: (userId, sha256) =>
      act(userId, function* (seq) {
        yield* run(sql`DELETE FROM blobs WHERE ${isBlob({ userId, sha256 })}`);
        return yield* republish({ userId, sha256, seq });
      }),
    forget: (userId, sha256) =>
      act(userId, function* () {
        const forgotten = yield* row(
          sql`DELETE FROM blobs WHERE ${isBlob({ userId, sha256 })} AND stored = 0 RETURNING 1`,
        );
        return forgotten !== undefined;
      }),
  };
}

type Blob = { userId: number; sha256: string };

/** In a statement upon `blobs` or `resources`. */
const isBlob = ({ userId, sha256 }: Blob): SQL => sql`user_id = ${userId} AND sha256 = ${sha256}`;

/** Finds what is recorded of the bytes. */
export function* blobRecord(blob: Blob): Work<BlobRecord | undefined> {
  const found = yield* row(
    sql<{ size: number; fits: string; stored: number }>`SELECT size, fits, stored FROM blobs
      WHERE ${isBlob(blob)}`,
  );
  if (found === undefined) return undefined;
  const fits = found.fits.trim().split(' ');
  return { size: found.size, state: found.stored === 1 ? 'stored' : 'unsure', fits };
}

function* total(userId: number): Work<number> {
  const found = yield* row(
    sql<{ bytes: number }>`SELECT coalesce(sum(size), 0) AS bytes FROM blobs WHERE user_id = ${userId}`,
  );
  return found?.bytes ?? 0;
}
