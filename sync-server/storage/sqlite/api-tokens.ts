/** `api-tokens-port.ts` on SQLite. Tokens are found in memory until a row of theirs or of their account changes. */
import type { Database } from 'better-sqlite3';
import type { ApiTokensStorage, FoundApiToken, NewApiToken, StoredApiToken } from '../api-tokens-port.ts';
import { createChangeWatch, WatchedValues } from './change-watch.ts';
import type { OpenDatabase } from './open-database.ts';

const mostKnown = 10_000;

const columns = `api_tokens.id AS id, user_id AS userId, name, scope, project_id AS projectId,
  api_tokens.created_at AS createdAt, expires_at AS expiresAt`;

export function createApiTokensStorage({ connection }: Pick<OpenDatabase, 'connection'>): ApiTokensStorage {
  const list = connection.prepare<[number], StoredApiToken>(
    `SELECT ${columns}, used_at AS usedAt FROM api_tokens WHERE user_id = ? ORDER BY created_at DESC, id`,
  );
  const recordUse = connection.prepare<[number, number]>('UPDATE api_tokens SET used_at = ? WHERE id = ?');
  const remove = connection.prepare<[number, number]>('DELETE FROM api_tokens WHERE user_id = ? AND id = ?');
  return {
    addToken: createAddToken(connection),
    findToken: prepareFindToken(connection),
    listTokens: async (userId) => list.all(userId),
    async recordUse({ id }, usedAt) {
      recordUse.run(usedAt, id);
    },
    removeToken: async (userId, id) => remove.run(userId, id).changes === 1,
  };
}

function createAddToken(connection: Database): ApiTokensStorage['addToken'] {
  const count = connection
    .prepare<[number], number>('SELECT count(*) FROM api_tokens WHERE user_id = ?')
    .pluck();
  const insert = connection.prepare<NewApiToken>(
    `INSERT INTO api_tokens (id, token_hash, user_id, name, scope, project_id, created_at, expires_at)
      VALUES (:id, :tokenHash, :userId, :name, :scope, :projectId, :createdAt, :expiresAt)`,
  );
  const add = connection.transaction((token: NewApiToken, most: number): boolean => {
    if ((count.get(token.userId) ?? 0) >= most) return false;
    insert.run(token);
    return true;
  });
  return async (token, most) => add.immediate(token, most);
}

function prepareFindToken(connection: Database): ApiTokensStorage['findToken'] {
  type Found = FoundApiToken['token'] & { username: string; displayName: string };
  // The plus: see `compiled-statements.ts`.
  const byHash = connection.prepare<[string], Found>(
    `SELECT ${columns}, username, display_name AS displayName
      FROM api_tokens JOIN users ON users.id = api_tokens.user_id
      WHERE token_hash = +? AND disabled_at IS NULL AND deleted_at IS NULL`,
  );
  const watch = createChangeWatch(connection, [
    { name: 'api_tokens', columns: ['token_hash', 'scope', 'project_id', 'expires_at'] },
    { name: 'users', columns: ['username', 'display_name', 'disabled_at', 'deleted_at'] },
  ]);
  const known = new WatchedValues<string, FoundApiToken>(watch, mostKnown);

  function read(tokenHash: string): FoundApiToken | undefined {
    const found = byHash.get(tokenHash);
    if (found === undefined) return undefined;
    const { username, displayName, ...token } = found;
    return { token, user: { id: token.userId, username, displayName } };
  }

  return (tokenHash) => known.get(tokenHash, () => read(tokenHash));
}
