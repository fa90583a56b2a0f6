-- The answers that one transaction gave under consecutive keys are one row, `first` to `last`: a JSON list of
-- [SHA-256 of the request, answer]. A push of 500 mutations stores one row instead of 500, each with an index entry.
ALTER TABLE stored_answers RENAME TO single_answers;
CREATE TABLE stored_answers (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  client TEXT NOT NULL,
  first INTEGER NOT NULL,
  last INTEGER NOT NULL,
  answers TEXT NOT NULL
) STRICT;
INSERT INTO stored_answers (user_id, client, first, last, answers)
  SELECT user_id, client, number, number, '[["' || request_hash || '",' || answer || ']]' FROM single_answers;
DROP TABLE single_answers;
CREATE UNIQUE INDEX stored_answers_key ON stored_answers (user_id, client, first);
