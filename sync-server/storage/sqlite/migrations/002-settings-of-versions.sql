-- The settings that a version was saved with, as JSON; NULL where it has none. They count as a text of its account.
ALTER TABLE versions ADD COLUMN settings TEXT;

DROP TRIGGER versions_added;
DROP TRIGGER versions_changed;
CREATE TRIGGER versions_added AFTER INSERT ON versions BEGIN
  UPDATE users SET
    row_count = row_count + 1 - NEW.erased,
    text_bytes = text_bytes + octet_length(NEW.content) + coalesce(octet_length(NEW.original), 0)
      + coalesce(octet_length(NEW.settings), 0)
  WHERE id = NEW.user_id;
END;
CREATE TRIGGER versions_changed AFTER UPDATE OF content, original, settings, erased ON versions BEGIN
  UPDATE users SET
    row_count = row_count + OLD.erased - NEW.erased,
    text_bytes = text_bytes + octet_length(NEW.content) + coalesce(octet_length(NEW.original), 0)
      + coalesce(octet_length(NEW.settings), 0)
      - octet_length(OLD.content) - coalesce(octet_length(OLD.original), 0) - coalesce(octet_length(OLD.settings), 0)
  WHERE id = NEW.user_id;
END;
