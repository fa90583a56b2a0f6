-- The rows of everybody's library. Each table is a rowid table with a unique index on (user, id): rows of
-- this size in a WITHOUT ROWID table cost half as much again to write and twice as much to read.
--
-- rev counts the changes of a row; seq is the place of its latest change in the user's feed; by_* and device
-- say whose change that was; text_by is the client that sent the current text, which it need not be sent back.
-- A deleted row keeps its values for as long as it can be restored; an erased one keeps only its place.
CREATE TABLE projects (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id INTEGER NOT NULL,
  name TEXT NOT NULL,
  color TEXT NOT NULL,
  created_at TEXT NOT NULL,
  rev INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  deleted_at INTEGER,
  erased INTEGER NOT NULL DEFAULT 0,
  by_client TEXT,
  by_number INTEGER,
  device TEXT NOT NULL,
  changed_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX projects_id ON projects (user_id, id);
CREATE UNIQUE INDEX projects_seq ON projects (user_id, seq);

CREATE TABLE prompts (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id INTEGER NOT NULL,
  project_id INTEGER NOT NULL,
  title TEXT NOT NULL,
  content TEXT NOT NULL,
  notes TEXT NOT NULL,
  created_at TEXT NOT NULL,
  last_version INTEGER NOT NULL,
  rev INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  deleted_at INTEGER,
  erased INTEGER NOT NULL DEFAULT 0,
  by_client TEXT,
  by_number INTEGER,
  device TEXT NOT NULL,
  changed_at INTEGER NOT NULL,
  text_by TEXT
) STRICT;
CREATE UNIQUE INDEX prompts_id ON prompts (user_id, id);
CREATE UNIQUE INDEX prompts_seq ON prompts (user_id, seq);
CREATE INDEX prompts_project ON prompts (user_id, project_id);

CREATE TABLE versions (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id INTEGER NOT NULL,
  prompt_id INTEGER NOT NULL,
  version INTEGER NOT NULL,
  content TEXT NOT NULL,
  description TEXT NOT NULL,
  created_at TEXT NOT NULL,
  original TEXT,
  conflict TEXT,
  rev INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  deleted_at INTEGER,
  erased INTEGER NOT NULL DEFAULT 0,
  by_client TEXT,
  by_number INTEGER,
  device TEXT NOT NULL,
  changed_at INTEGER NOT NULL,
  text_by TEXT
) STRICT;
CREATE UNIQUE INDEX versions_id ON versions (user_id, id);
CREATE UNIQUE INDEX versions_seq ON versions (user_id, seq);
CREATE INDEX versions_prompt ON versions (user_id, prompt_id, version);

-- The id is the key of the state; the value is JSON.
CREATE TABLE ui_states (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  state_value TEXT NOT NULL,
  rev INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  deleted_at INTEGER,
  erased INTEGER NOT NULL DEFAULT 0,
  by_client TEXT,
  by_number INTEGER,
  device TEXT NOT NULL,
  changed_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX ui_states_id ON ui_states (user_id, id);
CREATE UNIQUE INDEX ui_states_seq ON ui_states (user_id, seq);

-- What was answered under an idempotency key: JSON, and the SHA-256 of the request that it answers.
CREATE TABLE kept_answers (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  client TEXT NOT NULL,
  number INTEGER NOT NULL,
  request_hash TEXT NOT NULL,
  answer TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX kept_answers_key ON kept_answers (user_id, client, number);

-- Up to which number a client has heard every answer.
CREATE TABLE client_floors (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  client TEXT NOT NULL,
  floor INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX client_floors_client ON client_floors (user_id, client);

-- One row. Another epoch means that the feed does not continue the one that clients know.
CREATE TABLE change_feed (epoch TEXT NOT NULL) STRICT;
INSERT INTO change_feed (epoch) VALUES (lower(hex(randomblob(8))));
