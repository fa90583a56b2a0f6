/** Finds sessions and API tokens with their users, from memory until a row of theirs changes: every request asks for one. */
import type { Database } from 'better-sqlite3';
import type { SessionsStorage, SessionWithUser } from '../accounts-port.ts';
import type { ApiTokensStorage, FoundApiToken } from '../api-tokens-port.ts';
import { apiTokenByHash, apiTokenWithUser } from '../sql/api-tokens.ts';
import { sessionByToken, sessionWithUser } from '../sql/sessions.ts';
import { rows } from '../sql/work.ts';
import { createChangeWatch, WatchedValues } from './change-watch.ts';
import type { SqliteDatabase } from './sql-database.ts';

const mostKnown = 10_000;

export function createFindSession(
  connection: Database,
  { now }: SqliteDatabase,
): SessionsStorage['findSession'] {
  const watch = createChangeWatch(connection, [
    { name: 'sessions' },
    { name: 'users', columns: ['username', 'display_name', 'password_hash', 'disabled_at', 'deleted_at'] },
  ]);
  const known = new WatchedValues<string, SessionWithUser>(watch, mostKnown);
  return (tokenHash) => known.get(tokenHash, () => sessionWithUser(now(rows(sessionByToken(tokenHash)))));
}

export function createFindToken(
  connection: Database,
  { now }: SqliteDatabase,
): ApiTokensStorage['findToken'] {
  const watch = createChangeWatch(connection, [
    { name: 'api_tokens', columns: ['token_hash', 'scope', 'project_id', 'expires_at'] },
    { name: 'users', columns: ['username', 'display_name', 'disabled_at', 'deleted_at'] },
  ]);
  const known = new WatchedValues<string, FoundApiToken>(watch, mostKnown);
  return (tokenHash) => known.get(tokenHash, () => apiTokenWithUser(now(rows(apiTokenByHash(tokenHash)))));
}
