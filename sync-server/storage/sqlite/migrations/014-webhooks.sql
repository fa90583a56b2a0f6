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

CREATE TRIGGER versions_recorded AFTER INSERT ON versions
WHEN NEW.deleted_at IS NULL AND EXISTS (SELECT 1 FROM webhooks WHERE user_id = NEW.user_id)
BEGIN
  INSERT INTO webhook_events (user_id, type, prompt_id, version_id, label, previous_id, at)
  VALUES (NEW.user_id, 'version.created', NEW.prompt_id, NEW.id, NULL, NULL, NEW.changed_at);
END;

-- A label that is on another version afterwards; one that one push moves twice is one event.
CREATE TRIGGER labels_recorded AFTER UPDATE OF attributes ON prompts
WHEN NEW.attributes IS NOT OLD.attributes AND NEW.attributes IS NOT NULL
  AND EXISTS (SELECT 1 FROM webhooks WHERE user_id = NEW.user_id)
BEGIN
  INSERT INTO webhook_events (user_id, type, prompt_id, version_id, label, previous_id, at)
  SELECT NEW.user_id, 'label.moved', NEW.id, placed.value ->> 'versionId', placed.value ->> 'label',
    was.value ->> 'versionId', NEW.changed_at
  FROM json_each(NEW.attributes, '$.labels') AS placed
  LEFT JOIN json_each(OLD.attributes, '$.labels') AS was
    ON was.value ->> 'label' = placed.value ->> 'label'
  WHERE placed.value ->> 'versionId' IS NOT was.value ->> 'versionId'
  ORDER BY placed.key;
END;

CREATE TRIGGER labels_recorded_of_new AFTER INSERT ON prompts
WHEN NEW.attributes IS NOT NULL AND EXISTS (SELECT 1 FROM webhooks WHERE user_id = NEW.user_id)
BEGIN
  INSERT INTO webhook_events (user_id, type, prompt_id, version_id, label, previous_id, at)
  SELECT NEW.user_id, 'label.moved', NEW.id, placed.value ->> 'versionId', placed.value ->> 'label',
    NULL, NEW.changed_at
  FROM json_each(NEW.attributes, '$.labels') AS placed
  WHERE placed.value ->> 'versionId' IS NOT NULL
  ORDER BY placed.key;
END;
