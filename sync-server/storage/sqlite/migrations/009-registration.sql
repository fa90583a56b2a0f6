-- Whose account may invite others. Nobody is an admin unless made one.
ALTER TABLE users ADD COLUMN is_admin INTEGER NOT NULL DEFAULT 0;

-- Invitations to make one account each. Only the SHA-256 of a token is here, as with sessions.
CREATE TABLE invitations (
  id INTEGER PRIMARY KEY,
  token_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT;
CREATE UNIQUE INDEX invitations_token_hash ON invitations (token_hash);
