-- Tokens by which programs use an account. Only the SHA-256 of a token is here, as with sessions.
CREATE TABLE api_tokens (
  id INTEGER PRIMARY KEY,
  token_hash TEXT NOT NULL,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  -- 'read' or 'write'.
  scope TEXT NOT NULL,
  -- The only project that it reaches; NULL: all of them. The project may be deleted.
  project_id INTEGER,
  created_at INTEGER NOT NULL,
  -- NULL: it does not expire.
  expires_at INTEGER,
  -- Of the latest use that was recorded; NULL: none was.
  used_at INTEGER
) STRICT;
CREATE UNIQUE INDEX api_tokens_hash ON api_tokens (token_hash);
CREATE INDEX api_tokens_user ON api_tokens (user_id);
