-- Accounts and sessions. Instants are milliseconds since 1970 on the server's clock.
CREATE TABLE users (
  id INTEGER PRIMARY KEY,
  username TEXT NOT NULL,
  username_key TEXT NOT NULL,
  display_name TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- The last sequence number given to a change of this user.
  next_seq INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX users_username_key ON users (username_key);

-- Only the SHA-256 of a token is here: a copy of this file signs nobody in.
CREATE TABLE sessions (
  token_hash TEXT PRIMARY KEY NOT NULL,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  -- Slides forward with use, never past ends_at.
  expires_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL
) STRICT;
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);
