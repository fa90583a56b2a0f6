import type { Database } from 'better-sqlite3';

/** Adds the users 1 and 2 to a database without any. */
export function addUsers(connection: Database): void {
  connection.exec(`INSERT INTO users (id, username, username_key, display_name, password_hash, created_at)
    VALUES (1, 'user-1', 'user-1', 'user-1', '', 0), (2, 'user-2', 'user-2', 'user-2', '', 0)`);
}
