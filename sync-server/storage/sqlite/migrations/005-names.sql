-- Names in the field's terms: stored answers are found by an idempotency key; user_seq is the place in the feed of
-- the latest change that a person made (seq also moves when bytes arrive).
ALTER TABLE kept_answers RENAME TO stored_answers;
DROP INDEX kept_answers_key;
CREATE UNIQUE INDEX stored_answers_key ON stored_answers (user_id, client, number);
ALTER TABLE resources RENAME COLUMN meant_seq TO user_seq;
