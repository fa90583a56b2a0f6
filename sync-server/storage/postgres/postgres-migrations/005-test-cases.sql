-- Test cases of prompts. `body`: values, checks and threshold as JSON; empty where it is erased. `enabled`: 0 or 1.
CREATE TABLE test_cases (
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id bigint NOT NULL,
  prompt_id bigint NOT NULL,
  name text NOT NULL,
  enabled bigint NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  position text,
  body text NOT NULL,
  notes text NOT NULL,
  rev bigint NOT NULL,
  seq bigint NOT NULL,
  deleted_at bigint,
  erased smallint NOT NULL DEFAULT 0,
  by_client text,
  by_number bigint,
  device text NOT NULL,
  changed_at bigint NOT NULL,
  PRIMARY KEY (user_id, id)
);
CREATE UNIQUE INDEX test_cases_seq ON test_cases (user_id, seq);
CREATE INDEX test_cases_live ON test_cases (user_id, prompt_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX test_cases_gone ON test_cases (user_id, prompt_id, seq) WHERE deleted_at IS NOT NULL AND erased = 0;
CREATE INDEX test_cases_erasable ON test_cases (deleted_at, user_id) WHERE deleted_at IS NOT NULL AND erased = 0;

CREATE FUNCTION count_test_cases() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE users SET row_count = row_count + counted.rows, text_bytes = text_bytes + counted.bytes
    FROM (SELECT user_id, sum(1 - erased) AS rows, sum(octet_length(body) + octet_length(notes)) AS bytes
      FROM after_it GROUP BY user_id) AS counted
    WHERE users.id = counted.user_id;
  ELSE
    UPDATE users SET row_count = row_count + counted.rows, text_bytes = text_bytes + counted.bytes
    FROM (SELECT user_id, sum(rows) AS rows, sum(bytes) AS bytes FROM (
      SELECT user_id, 1 - erased AS rows, octet_length(body) + octet_length(notes) AS bytes FROM after_it
      UNION ALL SELECT user_id, erased - 1, -(octet_length(body) + octet_length(notes)) FROM before_it
    ) AS each GROUP BY user_id) AS counted
    WHERE users.id = counted.user_id AND (counted.rows <> 0 OR counted.bytes <> 0);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER test_cases_added AFTER INSERT ON test_cases
  REFERENCING NEW TABLE AS after_it FOR EACH STATEMENT EXECUTE FUNCTION count_test_cases();
CREATE TRIGGER test_cases_changed AFTER UPDATE ON test_cases
  REFERENCING OLD TABLE AS before_it NEW TABLE AS after_it FOR EACH STATEMENT EXECUTE FUNCTION count_test_cases();
