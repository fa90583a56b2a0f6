-- Runs that a person keeps. `run`: what was sent and what came, as JSON, which never changes; empty where it is erased.
-- `version_id` goes on naming a version that was deleted. `created_at`: when the run began.
CREATE TABLE kept_runs (
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id bigint NOT NULL,
  prompt_id bigint NOT NULL,
  version_id bigint,
  created_at text COLLATE "C" NOT NULL,
  run text NOT NULL,
  verdict text,
  stars bigint,
  note text NOT NULL,
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
CREATE UNIQUE INDEX kept_runs_seq ON kept_runs (user_id, seq);
CREATE INDEX kept_runs_live ON kept_runs (user_id, prompt_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX kept_runs_gone ON kept_runs (user_id, prompt_id, seq) WHERE deleted_at IS NOT NULL AND erased = 0;
CREATE INDEX kept_runs_erasable ON kept_runs (deleted_at, user_id) WHERE deleted_at IS NOT NULL AND erased = 0;

CREATE FUNCTION count_kept_runs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE users SET row_count = row_count + counted.rows, text_bytes = text_bytes + counted.bytes
    FROM (SELECT user_id, sum(1 - erased) AS rows, sum(octet_length(run) + octet_length(note)) AS bytes
      FROM after_it GROUP BY user_id) AS counted
    WHERE users.id = counted.user_id;
  ELSE
    UPDATE users SET row_count = row_count + counted.rows, text_bytes = text_bytes + counted.bytes
    FROM (SELECT user_id, sum(rows) AS rows, sum(bytes) AS bytes FROM (
      SELECT user_id, 1 - erased AS rows, octet_length(run) + octet_length(note) AS bytes FROM after_it
      UNION ALL SELECT user_id, erased - 1, -(octet_length(run) + octet_length(note)) FROM before_it
    ) AS each GROUP BY user_id) AS counted
    WHERE users.id = counted.user_id AND (counted.rows <> 0 OR counted.bytes <> 0);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER kept_runs_added AFTER INSERT ON kept_runs
  REFERENCING NEW TABLE AS after_it FOR EACH STATEMENT EXECUTE FUNCTION count_kept_runs();
CREATE TRIGGER kept_runs_changed AFTER UPDATE ON kept_runs
  REFERENCING OLD TABLE AS before_it NEW TABLE AS after_it FOR EACH STATEMENT EXECUTE FUNCTION count_kept_runs();
