/** `blob-records-port.ts` on PostgreSQL. */
import type { BlobRecord, BlobRecords, Republished } from '../blob-records-port.ts';
import type { OnLibrary } from './library-queue.ts';
import type { Reads, Writes } from './transactions.ts';
import { moveSeq, type UserRecord } from './user-records.ts';

type BlobRow = { size: number; fits: string; stored: number };

/** Doing one of these twice does it once, but for places in the feed, which may then be skipped. */
const once = { isRepeatable: true };

export function createBlobRecords(library: OnLibrary): BlobRecords {
  const { act, read } = library;
  return {
    find: (userId, sha256) => read(userId, (reads) => find(reads, userId, sha256)),
    total: (userId) => read(userId, (reads) => total(reads, userId)),
    announce: (userId, { sha256, size }, most) =>
      act(
        userId,
        async (writes, user) => {
          await user;
          const [all, found] = await Promise.all([total(writes, userId), find(writes, userId, sha256)]);
          const used = all - (found?.size ?? 0);
          if (used + size > most) return { kind: 'full', used } as const;
          writes.send(
            `INSERT INTO blobs (user_id, sha256, size, fits, stored) VALUES ($1, $2, $3, '', 0)
              ON CONFLICT DO NOTHING`,
            [userId, sha256, size],
          );
          return { kind: 'announced' } as const;
        },
        once,
      ),
    confirm: (userId, sha256, fits) =>
      act(
        userId,
        async (writes, user) => {
          const [confirmed, republished] = await Promise.all([
            writes.query(
              'UPDATE blobs SET stored = 1, fits = $3 WHERE user_id = $1 AND sha256 = $2 RETURNING 1',
              [userId, sha256, ` ${fits.join(' ')} `],
            ),
            republish(writes, { userId, sha256, user }),
          ]);
          if (confirmed.length === 0)
            throw new Error('the record of a file was removed before it was confirmed');
          return republished;
        },
        once,
      ),
    ...removals(library),
  };
}

/** Takes away what is recorded of bytes. */
function removals({ act }: OnLibrary): Pick<BlobRecords, 'retire' | 'lose' | 'forget'> {
  return {
    retire: (userId, sha256) =>
      act(
        userId,
        async (writes, user) => {
          const [found, rows] = await Promise.all([
            find(writes, userId, sha256),
            writes.query(
              'SELECT 1 FROM resources WHERE user_id = $1 AND sha256 = $2 AND erased = 0 LIMIT 1',
              [...[userId, sha256]],
            ),
          ]);
          if (found === undefined || (found.state === 'stored' && rows.length > 0)) return undefined;
          if (found.state !== 'stored') return { seq: null };
          doubt(writes, userId, sha256);
          return republish(writes, { userId, sha256, user });
        },
        once,
      ),
    lose: (userId, sha256) =>
      act(
        userId,
        async (writes, user) => {
          const republished = await republish(writes, { userId, sha256, user });
          writes.send('DELETE FROM blobs WHERE user_id = $1 AND sha256 = $2', [userId, sha256]);
          return republished;
        },
        once,
      ),
    forget: (userId, sha256) =>
      act(
        userId,
        async (writes) => {
          const forgotten = await writes.query(
            'DELETE FROM blobs WHERE user_id = $1 AND sha256 = $2 AND stored = 0 RETURNING 1',
            [userId, sha256],
          );
          return forgotten.length > 0;
        },
        once,
      ),
  };
}

type Republishing = { userId: number; sha256: string; user: Promise<UserRecord> };

/** Gives every live row with these bytes another place in the feed. */
async function republish(writes: Writes, { userId, sha256, user }: Republishing): Promise<Republished> {
  const rows = await writes.query<{ id: number }>(
    `SELECT id FROM resources WHERE user_id = $1 AND sha256 = $2 AND erased = 0 AND deleted_at IS NULL
      ORDER BY id`,
    [userId, sha256],
  );
  const { seq: before } = await user;
  const seq = before + rows.length;
  if (rows.length === 0) return { seq: null };
  writes.send(
    `UPDATE resources AS r SET seq = given.seq FROM unnest($2::bigint[], $3::bigint[]) AS given (id, seq)
      WHERE r.user_id = $1 AND r.id = given.id`,
    [userId, rows.map(({ id }) => id), rows.map((_, index) => before + 1 + index)],
  );
  moveSeq(writes, { userId, before, after: seq });
  return { seq };
}

async function find(reads: Reads, userId: number, sha256: string): Promise<BlobRecord | undefined> {
  const [found] = await reads.query<BlobRow>(
    'SELECT size, fits, stored FROM blobs WHERE user_id = $1 AND sha256 = $2',
    [userId, sha256],
  );
  if (found === undefined) return undefined;
  const fits = found.fits.trim().split(' ');
  return { size: found.size, state: found.stored === 1 ? 'stored' : 'unsure', fits };
}

async function total(reads: Reads, userId: number): Promise<number> {
  const [found] = await reads.query<{ bytes: number }>(
    'SELECT coalesce(sum(size), 0) AS bytes FROM blobs WHERE user_id = $1',
    [userId],
  );
  return found?.bytes ?? 0;
}

function doubt(writes: Writes, userId: number, sha256: string): void {
  writes.send('UPDATE blobs SET stored = 0 WHERE user_id = $1 AND sha256 = $2', [userId, sha256]);
}
