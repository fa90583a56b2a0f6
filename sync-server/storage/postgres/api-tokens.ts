/** `api-tokens-port.ts` on PostgreSQL. Nothing is kept in memory: another node may remove a token. */
import type { ApiTokensStorage, FoundApiToken, StoredApiToken } from '../api-tokens-port.ts';
import type { Transactions } from './transactions.ts';

const columns = `api_tokens.id AS id, user_id AS "userId", name, scope, project_id AS "projectId",
  api_tokens.created_at AS "createdAt", expires_at AS "expiresAt"`;

type Found = FoundApiToken['token'] & { username: string; displayName: string };

export function createApiTokensStorage({ read, readOne, write }: Transactions): ApiTokensStorage {
  return {
    addToken: (token, most) =>
      write(
        async ({ query, send }) => {
          // Of two that are added at once the second counts the first.
          send('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [token.userId]);
          const [stored] = await query<{ count: number }>(
            'SELECT count(*) AS count FROM api_tokens WHERE user_id = $1',
            [token.userId],
          );
          if (stored === undefined || stored.count >= most) return false;
          send(
            `INSERT INTO api_tokens (id, token_hash, user_id, name, scope, project_id, created_at, expires_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
            [
              ...[token.id, token.tokenHash, token.userId, token.name],
              ...[token.scope, token.projectId, token.createdAt, token.expiresAt],
            ],
          );
          return true;
        },
        { of: token.userId },
      ),
    async findToken(tokenHash) {
      const [found] = await readOne<Found>(
        `SELECT ${columns}, username, display_name AS "displayName"
          FROM api_tokens JOIN users ON users.id = api_tokens.user_id
          WHERE token_hash = $1 AND disabled_at IS NULL AND deleted_at IS NULL`,
        [tokenHash],
      );
      if (found === undefined) return undefined;
      const { username, displayName, ...token } = found;
      return { token, user: { id: token.userId, username, displayName } };
    },
    listTokens: (userId) =>
      read(({ query }) =>
        query<StoredApiToken>(
          `SELECT ${columns}, used_at AS "usedAt" FROM api_tokens WHERE user_id = $1 ORDER BY created_at DESC, id`,
          [userId],
        ),
      ),
    recordUse: ({ userId, id }, usedAt) =>
      write(
        async ({ send }) =>
          send('UPDATE api_tokens SET used_at = $3 WHERE user_id = $1 AND id = $2', [userId, id, usedAt]),
        { isRepeatable: true },
      ),
    removeToken: (userId, id) =>
      write(async ({ query }) => {
        const removed = await query('DELETE FROM api_tokens WHERE user_id = $1 AND id = $2 RETURNING id', [
          ...[userId, id],
        ]);
        return removed.length === 1;
      }),
  };
}
