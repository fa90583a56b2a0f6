-- Links by which anybody reads a prompt. A link is found by its hash; the link itself is nowhere stored.
CREATE TABLE read_links (
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id bigint NOT NULL,
  token_hash text COLLATE "C" NOT NULL,
  prompt_id bigint NOT NULL,
  -- NULL: the current text.
  version bigint,
  -- 1: its person was shown what looks like a secret, and shares it all the same.
  with_secrets bigint NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX read_links_hash ON read_links (token_hash);
