-- The settings that a version was saved with, as JSON; NULL where it has none. They count as a text of its account.
ALTER TABLE versions ADD COLUMN settings text;

CREATE OR REPLACE FUNCTION count_versions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE users SET row_count = row_count + counted.rows, text_bytes = text_bytes + counted.bytes
    FROM (SELECT user_id, sum(1 - erased) AS rows, sum(octet_length(content) + coalesce(octet_length(original), 0)
        + coalesce(octet_length(settings), 0)) AS bytes
      FROM after_it GROUP BY user_id) AS counted
    WHERE users.id = counted.user_id;
  ELSE
    UPDATE users SET row_count = row_count + counted.rows, text_bytes = text_bytes + counted.bytes
    FROM (SELECT user_id, sum(rows) AS rows, sum(bytes) AS bytes FROM (
      SELECT user_id, 1 - erased AS rows, octet_length(content) + coalesce(octet_length(original), 0)
        + coalesce(octet_length(settings), 0) AS bytes FROM after_it
      UNION ALL SELECT user_id, erased - 1, -(octet_length(content) + coalesce(octet_length(original), 0)
        + coalesce(octet_length(settings), 0)) FROM before_it
    ) AS each GROUP BY user_id) AS counted
    WHERE users.id = counted.user_id AND (counted.rows <> 0 OR counted.bytes <> 0);
  END IF;
  RETURN NULL;
END $$;
