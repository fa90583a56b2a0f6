-- All that a server stores in its data folder. Instants are milliseconds since 1970 on the server's clock; ids are 52
-- random bits. PostgreSQL has the same columns: ../../postgres/postgres-migrations.
--
-- Each table of a library is a rowid table with a unique index on (user, id): rows of this size in a WITHOUT ROWID table
-- cost half as much again to write and twice as much to read.

CREATE TABLE users (
  id INTEGER PRIMARY KEY,
  username TEXT NOT NULL,
  username_key TEXT NOT NULL,
  display_name TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- The place of the latest change in this person's feed.
  next_seq INTEGER NOT NULL DEFAULT 0,
  -- How much of a person's is here: rows that are not erased, and the UTF-8 bytes of their texts.
  row_count INTEGER NOT NULL DEFAULT 0,
  text_bytes INTEGER NOT NULL DEFAULT 0,
  -- May not sign in: disabled, or deleted and erased 30 days after. Its name stays taken.
  disabled_at INTEGER,
  deleted_at INTEGER,
  signed_in_at INTEGER,
  -- May invite others. Nobody is an admin unless made one.
  is_admin INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX users_username_key ON users (username_key);
CREATE INDEX users_deleted ON users (deleted_at) WHERE deleted_at IS NOT NULL;

-- Only the SHA-256 of a token is here: a copy of this file signs nobody in.
CREATE TABLE sessions (
  token_hash TEXT PRIMARY KEY NOT NULL,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  -- Slides forward with use, never past ends_at.
  expires_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  -- Names the session to an admin: nothing can be signed in with it.
  public_id TEXT NOT NULL,
  used_at INTEGER NOT NULL DEFAULT 0,
  -- A User-Agent, cut short.
  device TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);
CREATE UNIQUE INDEX sessions_public ON sessions (user_id, public_id);

-- Invitations to make one account each. Only the SHA-256 of a token is here, as with sessions.
CREATE TABLE invitations (
  id INTEGER PRIMARY KEY,
  token_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT;
CREATE UNIQUE INDEX invitations_token_hash ON invitations (token_hash);

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

-- What this server signs with, by purpose: 32 random bytes, drawn at the first use.
CREATE TABLE server_secrets (
  purpose TEXT PRIMARY KEY NOT NULL,
  secret BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- The rows of everybody's library.
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
  changed_at INTEGER NOT NULL,
  -- Where a person moved it to in their own order; NULL where it stands at its creation.
  position TEXT
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
  text_by TEXT,
  -- Labels, value sets, tags, favourite; JSON, NULL where it has none.
  attributes TEXT
) STRICT;
CREATE UNIQUE INDEX prompts_id ON prompts (user_id, id);
CREATE UNIQUE INDEX prompts_seq ON prompts (user_id, seq);

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

-- A row is there before its bytes are. user_seq is the place in the feed of the latest change that a person made; seq also
-- moves when bytes arrive.
CREATE TABLE resources (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id INTEGER NOT NULL,
  project_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  original_filename TEXT NOT NULL,
  description TEXT NOT NULL,
  file_type TEXT NOT NULL,
  file_size INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  created_at TEXT NOT NULL,
  rev INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  deleted_at INTEGER,
  erased INTEGER NOT NULL DEFAULT 0,
  by_client TEXT,
  by_number INTEGER,
  device TEXT NOT NULL,
  changed_at INTEGER NOT NULL,
  user_seq INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX resources_id ON resources (user_id, id);
CREATE UNIQUE INDEX resources_seq ON resources (user_id, seq);
CREATE INDEX resources_bytes ON resources (user_id, sha256);

-- The same bytes are here once a user. stored = 0: the file may be there or not, and is to be removed.
-- fits lists the types that the bytes fit, each with a space before and after it.
CREATE TABLE blobs (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  sha256 TEXT NOT NULL,
  size INTEGER NOT NULL,
  fits TEXT NOT NULL,
  stored INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX blobs_sha256 ON blobs (user_id, sha256);

-- Lists, deletions and erasures read what they are about, however much was deleted before.
CREATE INDEX projects_live ON projects (user_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX prompts_live ON prompts (user_id, project_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX versions_live ON versions (user_id, prompt_id, version, id) WHERE deleted_at IS NULL;
CREATE INDEX resources_live ON resources (user_id, project_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX versions_gone ON versions (user_id, prompt_id, seq) WHERE deleted_at IS NOT NULL AND erased = 0;
CREATE INDEX projects_erasable ON projects (deleted_at) WHERE deleted_at IS NOT NULL AND erased = 0;
CREATE INDEX prompts_erasable ON prompts (deleted_at) WHERE deleted_at IS NOT NULL AND erased = 0;
CREATE INDEX versions_erasable ON versions (deleted_at) WHERE deleted_at IS NOT NULL AND erased = 0;
CREATE INDEX resources_erasable ON resources (deleted_at) WHERE deleted_at IS NOT NULL AND erased = 0;

-- Programs pull prompts by the names of project and prompt.
CREATE INDEX projects_name ON projects (user_id, name) WHERE deleted_at IS NULL;
CREATE INDEX prompts_title ON prompts (user_id, project_id, title) WHERE deleted_at IS NULL;

-- What was answered under idempotency keys. The answers that one transaction gave under consecutive keys are one row,
-- `first` to `last`: a JSON list of [SHA-256 of the request, answer].
CREATE TABLE stored_answers (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  client TEXT NOT NULL,
  first INTEGER NOT NULL,
  last INTEGER NOT NULL,
  answers TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX stored_answers_key ON stored_answers (user_id, client, first);

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

-- Which run of the server made an account's changes: those after `after_seq`, up to the next row. Changes before the
-- first row are of `change_feed.epoch`, which is drawn with the database.
CREATE TABLE feed_epochs (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  after_seq INTEGER NOT NULL,
  epoch TEXT NOT NULL,
  PRIMARY KEY (user_id, after_seq)
) STRICT, WITHOUT ROWID;

-- A change of more rows than one transaction holds: JSON, what remains to be done and whose change it is. The
-- person's library is not read or written until it is done and its record is gone.
CREATE TABLE bulk_changes (
  user_id INTEGER PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  change TEXT NOT NULL
) STRICT;

-- Counted by triggers: whatever writes a row, the counters are right when its transaction ends.
CREATE TRIGGER projects_added AFTER INSERT ON projects BEGIN
  UPDATE users SET row_count = row_count + 1 - NEW.erased WHERE id = NEW.user_id;
END;
CREATE TRIGGER projects_changed AFTER UPDATE OF erased ON projects WHEN OLD.erased <> NEW.erased BEGIN
  UPDATE users SET row_count = row_count + OLD.erased - NEW.erased WHERE id = NEW.user_id;
END;
CREATE TRIGGER resources_added AFTER INSERT ON resources BEGIN
  UPDATE users SET row_count = row_count + 1 - NEW.erased WHERE id = NEW.user_id;
END;
CREATE TRIGGER resources_changed AFTER UPDATE OF erased ON resources WHEN OLD.erased <> NEW.erased BEGIN
  UPDATE users SET row_count = row_count + OLD.erased - NEW.erased WHERE id = NEW.user_id;
END;
CREATE TRIGGER prompts_added AFTER INSERT ON prompts BEGIN
  UPDATE users SET
    row_count = row_count + 1 - NEW.erased,
    text_bytes = text_bytes + octet_length(NEW.content) + octet_length(NEW.notes)
      + coalesce(octet_length(NEW.attributes), 0)
  WHERE id = NEW.user_id;
END;
CREATE TRIGGER prompts_changed AFTER UPDATE OF content, notes, attributes, erased ON prompts BEGIN
  UPDATE users SET
    row_count = row_count + OLD.erased - NEW.erased,
    text_bytes = text_bytes + octet_length(NEW.content) + octet_length(NEW.notes)
      + coalesce(octet_length(NEW.attributes), 0)
      - octet_length(OLD.content) - octet_length(OLD.notes) - coalesce(octet_length(OLD.attributes), 0)
  WHERE id = NEW.user_id;
END;
CREATE TRIGGER versions_added AFTER INSERT ON versions BEGIN
  UPDATE users SET
    row_count = row_count + 1 - NEW.erased,
    text_bytes = text_bytes + octet_length(NEW.content) + coalesce(octet_length(NEW.original), 0)
  WHERE id = NEW.user_id;
END;
CREATE TRIGGER versions_changed AFTER UPDATE OF content, original, erased ON versions BEGIN
  UPDATE users SET
    row_count = row_count + OLD.erased - NEW.erased,
    text_bytes = text_bytes + octet_length(NEW.content) + coalesce(octet_length(NEW.original), 0)
      - octet_length(OLD.content) - coalesce(octet_length(OLD.original), 0)
  WHERE id = NEW.user_id;
END;

-- Addresses that get a message for each new version and each moved label. The secret is here as it is: it signs each message.
CREATE TABLE webhooks (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id INTEGER NOT NULL,
  url TEXT NOT NULL,
  events TEXT NOT NULL,
  secret TEXT NOT NULL,
  previous_secret TEXT,
  previous_until INTEGER,
  created_at INTEGER NOT NULL,
  state TEXT NOT NULL,
  -- The latest event that was taken into its deliveries.
  place INTEGER NOT NULL,
  next_number INTEGER NOT NULL DEFAULT 1,
  failures INTEGER NOT NULL DEFAULT 0,
  failing_since INTEGER,
  skipped INTEGER NOT NULL DEFAULT 0,
  -- Of its next attempt; NULL where nothing is to be sent.
  due_at INTEGER
) STRICT;
CREATE UNIQUE INDEX webhooks_id ON webhooks (user_id, id);
CREATE INDEX webhooks_due ON webhooks (due_at) WHERE due_at IS NOT NULL;

-- Written in the transaction of the change itself, and only for those who have a webhook. A number is never used twice.
CREATE TABLE webhook_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  type TEXT NOT NULL,
  prompt_id INTEGER NOT NULL,
  version_id INTEGER,
  label TEXT,
  previous_id INTEGER,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX webhook_events_user ON webhook_events (user_id, id);

CREATE TABLE webhook_deliveries (
  user_id INTEGER NOT NULL,
  webhook_id INTEGER NOT NULL,
  number INTEGER NOT NULL,
  message_id TEXT NOT NULL,
  type TEXT NOT NULL,
  body TEXT NOT NULL,
  state TEXT NOT NULL,
  lane TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER,
  attempted_at INTEGER,
  status INTEGER,
  problem TEXT,
  took_ms INTEGER,
  FOREIGN KEY (user_id, webhook_id) REFERENCES webhooks (user_id, id) ON DELETE CASCADE
) STRICT;
CREATE UNIQUE INDEX webhook_deliveries_number ON webhook_deliveries (user_id, webhook_id, number);
CREATE INDEX webhook_deliveries_state ON webhook_deliveries (user_id, webhook_id, state, number);
