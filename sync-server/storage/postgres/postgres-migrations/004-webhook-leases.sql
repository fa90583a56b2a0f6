-- The node that sends something of a webhook, and until when no other one does, by this database's clock.
CREATE TABLE webhook_leases (
  user_id bigint NOT NULL,
  webhook_id bigint NOT NULL,
  node text NOT NULL,
  until bigint NOT NULL,
  PRIMARY KEY (user_id, webhook_id),
  FOREIGN KEY (user_id, webhook_id) REFERENCES webhooks (user_id, id) ON DELETE CASCADE
);
