-- Runs that a person keeps. `run`: what was sent and what came, as JSON, which never changes; empty where it is erased.
-- `version_id` goes on naming a version that was deleted. `created_at`: when the run began.
CREATE TABLE kept_runs (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id INTEGER NOT NULL,
  prompt_id INTEGER NOT NULL,
  version_id INTEGER,
  created_at TEXT NOT NULL,
  run TEXT NOT NULL,
  verdict TEXT,
  stars INTEGER,
  note TEXT NOT NULL,
  rev INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  deleted_at INTEGER,
  erased INTEGER NOT NULL DEFAULT 0,
  by_client TEXT,
  by_number INTEGER,
  device TEXT NOT NULL,
  changed_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX kept_runs_id ON kept_runs (user_id, id);
CREATE UNIQUE INDEX kept_runs_seq ON kept_runs (user_id, seq);
CREATE INDEX kept_runs_live ON kept_runs (user_id, prompt_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX kept_runs_gone ON kept_runs (user_id, prompt_id, seq) WHERE deleted_at IS NOT NULL AND erased = 0;
CREATE INDEX kept_runs_erasable ON kept_runs (deleted_at) WHERE deleted_at IS NOT NULL AND erased = 0;

CREATE TRIGGER kept_runs_added AFTER INSERT ON kept_runs BEGIN
  UPDATE users SET
    row_count = row_count + 1 - NEW.erased,
    text_bytes = text_bytes + octet_length(NEW.run) + octet_length(NEW.note)
  WHERE id = NEW.user_id;
END;
CREATE TRIGGER kept_runs_changed AFTER UPDATE OF run, note, erased ON kept_runs BEGIN
  UPDATE users SET
    row_count = row_count + OLD.erased - NEW.erased,
    text_bytes = text_bytes + octet_length(NEW.run) + octet_length(NEW.note)
      - octet_length(OLD.run) - octet_length(OLD.note)
  WHERE id = NEW.user_id;
END;
