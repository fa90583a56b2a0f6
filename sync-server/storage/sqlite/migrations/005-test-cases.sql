-- Test cases of prompts. `body`: values, checks and threshold as JSON; empty where it is erased. `enabled`: 0 or 1.
CREATE TABLE test_cases (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id INTEGER NOT NULL,
  prompt_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  enabled INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  position TEXT,
  body TEXT NOT NULL,
  notes TEXT NOT NULL,
  rev INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  deleted_at INTEGER,
  erased INTEGER NOT NULL DEFAULT 0,
  by_client TEXT,
  by_number INTEGER,
  device TEXT NOT NULL,
  changed_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX test_cases_id ON test_cases (user_id, id);
CREATE UNIQUE INDEX test_cases_seq ON test_cases (user_id, seq);
CREATE INDEX test_cases_live ON test_cases (user_id, prompt_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX test_cases_gone ON test_cases (user_id, prompt_id, seq) WHERE deleted_at IS NOT NULL AND erased = 0;
CREATE INDEX test_cases_erasable ON test_cases (deleted_at) WHERE deleted_at IS NOT NULL AND erased = 0;

CREATE TRIGGER test_cases_added AFTER INSERT ON test_cases BEGIN
  UPDATE users SET
    row_count = row_count + 1 - NEW.erased,
    text_bytes = text_bytes + octet_length(NEW.body) + octet_length(NEW.notes)
  WHERE id = NEW.user_id;
END;
CREATE TRIGGER test_cases_changed AFTER UPDATE OF body, notes, erased ON test_cases BEGIN
  UPDATE users SET
    row_count = row_count + OLD.erased - NEW.erased,
    text_bytes = text_bytes + octet_length(NEW.body) + octet_length(NEW.notes)
      - octet_length(OLD.body) - octet_length(OLD.notes)
  WHERE id = NEW.user_id;
END;
