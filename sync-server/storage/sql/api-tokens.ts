/** `api-tokens-port.ts`. */
import { type SQL, sql } from 'drizzle-orm';
import type {
  ApiTokensStorage,
  FoundApiToken,
  NewApiToken,
  StoredApiToken,
} from '../ports/api-tokens-port.ts';
import { lock, repeatable, row, run, type SqlDatabase, type Work } from './work.ts';

const columns = sql`api_tokens.id AS id, user_id AS "userId", name, scope, project_id AS "projectId",
  api_tokens.created_at AS "createdAt", expires_at AS "expiresAt"`;

type Found = FoundApiToken['token'] & { username: string; displayName: string };

export function apiTokenByHash(tokenHash: string): SQL<Found> {
  return sql<Found>`SELECT ${columns}, username, display_name AS "displayName"
    FROM api_tokens JOIN users ON users.id = api_tokens.user_id
    WHERE token_hash = ${tokenHash} AND disabled_at IS NULL AND deleted_at IS NULL`;
}

export function apiTokenWithUser([found]: readonly Found[]): FoundApiToken | undefined {
  if (found === undefined) return undefined;
  const { username, displayName, ...token } = found;
  return { token, user: { id: token.userId, username, displayName } };
}

/** `findToken`: with or without a memory of what was found. */
export function createApiTokensStorage(
  { all, write }: SqlDatabase,
  findToken: ApiTokensStorage['findToken'],
): ApiTokensStorage {
  return {
    addToken: (token, most) => write(() => addToken(token, most), { of: token.userId }),
    findToken,
    listTokens: (userId) =>
      all(sql<StoredApiToken>`SELECT ${columns}, used_at AS "usedAt" FROM api_tokens
        WHERE user_id = ${userId} ORDER BY created_at DESC, id`),
    recordUse: ({ userId, id }, usedAt) =>
      write(
        () => run(sql`UPDATE api_tokens SET used_at = ${usedAt} WHERE user_id = ${userId} AND id = ${id}`),
        repeatable,
      ),
    removeToken: (userId, id) =>
      write(function* () {
        const removed = yield* row(
          sql`DELETE FROM api_tokens WHERE user_id = ${userId} AND id = ${id} RETURNING id`,
        );
        return removed !== undefined;
      }),
  };
}

function* addToken(token: NewApiToken, most: number): Work<boolean> {
  const { id, tokenHash, userId, name, scope, projectId, createdAt, expiresAt } = token;
  // Of two that are added at once the second counts the first.
  yield* lock(sql`SELECT 1 FROM users WHERE id = ${userId} FOR UPDATE`);
  const stored = yield* row(
    sql<{ count: number }>`SELECT count(*) AS count FROM api_tokens WHERE user_id = ${userId}`,
  );
  if (stored === undefined || stored.count >= most) return false;
  yield* run(sql`INSERT INTO api_tokens
      (id, token_hash, user_id, name, scope, project_id, created_at, expires_at)
    VALUES (${id}, ${tokenHash}, ${userId}, ${name}, ${scope}, ${projectId}, ${createdAt}, ${expiresAt})`);
  return true;
}
