-- Tells the nodes, with the commit, whose account, session or API token has ended: the streams of that user are checked.
-- Changes of libraries are told by the node that made them (decision 086).
CREATE FUNCTION tell_access() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  channel text := 'promptory ' || (SELECT relnamespace FROM pg_class WHERE oid = TG_RELID);
BEGIN
  IF TG_LEVEL = 'ROW' THEN
    PERFORM pg_notify(channel, 'access ' || NEW.id);
  ELSE
    PERFORM pg_notify(channel, 'access ' || user_id) FROM (SELECT DISTINCT user_id FROM before_it) AS ended;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER sessions_ended AFTER DELETE ON sessions
  REFERENCING OLD TABLE AS before_it FOR EACH STATEMENT EXECUTE FUNCTION tell_access();
CREATE TRIGGER api_tokens_ended AFTER DELETE ON api_tokens
  REFERENCING OLD TABLE AS before_it FOR EACH STATEMENT EXECUTE FUNCTION tell_access();
-- Not by statement: that would be asked at each change of a library.
CREATE TRIGGER users_ended AFTER UPDATE OF disabled_at, deleted_at ON users
  FOR EACH ROW WHEN (NEW.disabled_at IS NOT NULL OR NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION tell_access();
