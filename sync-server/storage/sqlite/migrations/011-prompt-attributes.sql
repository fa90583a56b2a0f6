-- What a prompt has beside its texts: labels, value sets, tags, favourite; JSON, NULL where it has none.
ALTER TABLE prompts ADD COLUMN attributes TEXT;

-- They count among the texts of an account.
DROP TRIGGER prompts_added;
DROP TRIGGER prompts_changed;
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
