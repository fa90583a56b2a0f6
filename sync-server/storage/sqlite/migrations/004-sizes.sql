-- Lists, deletions and erasures read what they are about, however much was deleted before.
DROP INDEX prompts_project;
DROP INDEX versions_prompt;
DROP INDEX resources_project;
CREATE INDEX projects_live ON projects (user_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX prompts_live ON prompts (user_id, project_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX versions_live ON versions (user_id, prompt_id, version, id) WHERE deleted_at IS NULL;
CREATE INDEX resources_live ON resources (user_id, project_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX versions_gone ON versions (user_id, prompt_id, seq) WHERE deleted_at IS NOT NULL AND erased = 0;
CREATE INDEX projects_erasable ON projects (deleted_at) WHERE deleted_at IS NOT NULL AND erased = 0;
CREATE INDEX prompts_erasable ON prompts (deleted_at) WHERE deleted_at IS NOT NULL AND erased = 0;
CREATE INDEX versions_erasable ON versions (deleted_at) WHERE deleted_at IS NOT NULL AND erased = 0;
CREATE INDEX resources_erasable ON resources (deleted_at) WHERE deleted_at IS NOT NULL AND erased = 0;

-- A change of more rows than one transaction holds: JSON, what remains to be done and whose change it is. The
-- person's library is not read or written until it is done and its record is gone.
CREATE TABLE bulk_changes (
  user_id INTEGER PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  change TEXT NOT NULL
) STRICT;

-- How much of a person's is here: rows that are not erased, and the UTF-8 bytes of their texts.
ALTER TABLE users ADD COLUMN row_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN text_bytes INTEGER NOT NULL DEFAULT 0;
UPDATE users SET
  row_count = (SELECT count(*) FROM projects WHERE user_id = users.id AND erased = 0)
    + (SELECT count(*) FROM prompts WHERE user_id = users.id AND erased = 0)
    + (SELECT count(*) FROM versions WHERE user_id = users.id AND erased = 0)
    + (SELECT count(*) FROM resources WHERE user_id = users.id AND erased = 0),
  text_bytes = (SELECT coalesce(sum(octet_length(content) + octet_length(notes)), 0)
      FROM prompts WHERE user_id = users.id)
    + (SELECT coalesce(sum(octet_length(content) + coalesce(octet_length(original), 0)), 0)
      FROM versions WHERE user_id = users.id);

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
  WHERE id = NEW.user_id;
END;
CREATE TRIGGER prompts_changed AFTER UPDATE OF content, notes, erased ON prompts BEGIN
  UPDATE users SET
    row_count = row_count + OLD.erased - NEW.erased,
    text_bytes = text_bytes + octet_length(NEW.content) + octet_length(NEW.notes)
      - octet_length(OLD.content) - octet_length(OLD.notes)
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
