/** `read-links-port.ts`. */
import { type SQL, sql } from 'drizzle-orm';
import type { NewReadLink, ReadLinksStorage, StoredReadLink } from '../ports/links/read-links-port.ts';
import { lock, row, run, type SqlDatabase, type Work } from './work.ts';

type Found = Omit<StoredReadLink, 'withSecrets'> & { withSecrets: number };

const columns = sql`l.id AS id, l.user_id AS "userId", prompt_id AS "promptId", version,
  with_secrets AS "withSecrets", l.created_at AS "createdAt", expires_at AS "expiresAt"`;

const listed = (userId: number): SQL<Found> =>
  sql`SELECT ${columns} FROM read_links AS l WHERE l.user_id = ${userId} ORDER BY l.created_at DESC, l.id`;

const withHash = (tokenHash: string): SQL<Found> =>
  sql`SELECT ${columns} FROM read_links AS l JOIN users ON users.id = l.user_id
    WHERE token_hash = ${tokenHash} AND disabled_at IS NULL AND deleted_at IS NULL`;

const linkOf = (found: Found): StoredReadLink => ({ ...found, withSecrets: found.withSecrets === 1 });

export function createReadLinksStorage({ all, write }: SqlDatabase): ReadLinksStorage {
  return {
    addLink: (link, most) => write(() => addLink(link, most), { of: link.userId }),
    async findLink(tokenHash) {
      const [found] = await all(withHash(tokenHash));
      return found && linkOf(found);
    },
    listLinks: async (userId) => (await all(listed(userId))).map(linkOf),
    removeLink: (userId, id) =>
      write(function* () {
        const removed = yield* row(
          sql`DELETE FROM read_links WHERE user_id = ${userId} AND id = ${id} RETURNING id`,
        );
        return removed !== undefined;
      }),
  };
}

function* addLink(link: NewReadLink, most: number): Work<boolean> {
  const { id, tokenHash, userId, promptId, version, withSecrets, createdAt, expiresAt } = link;
  // Of two that are added at once the second counts the first.
  yield* lock(sql`SELECT 1 FROM users WHERE id = ${userId} FOR UPDATE`);
  const stored = yield* row(
    sql<{ count: number }>`SELECT count(*) AS count FROM read_links WHERE user_id = ${userId}`,
  );
  if (stored === undefined || stored.count >= most) return false;
  yield* run(sql`INSERT INTO read_links
      (id, token_hash, user_id, prompt_id, version, with_secrets, created_at, expires_at)
    VALUES (${id}, ${tokenHash}, ${userId}, ${promptId}, ${version}, ${withSecrets ? 1 : 0}, ${createdAt},
      ${expiresAt})`);
  return true;
}
