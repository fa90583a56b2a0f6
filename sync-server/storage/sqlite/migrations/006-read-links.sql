-- Links by which anybody reads a prompt. A link is found by its hash; the link itself is nowhere stored.
CREATE TABLE read_links (
  id INTEGER PRIMARY KEY,
  token_hash TEXT NOT NULL,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  prompt_id INTEGER NOT NULL,
  -- NULL: the current text.
  version INTEGER,
  -- 1: its person was shown what looks like a secret, and shares it all the same.
  with_secrets INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER
) STRICT;
CREATE UNIQUE INDEX read_links_hash ON read_links (token_hash);
CREATE INDEX read_links_user ON read_links (user_id);
