-- One row: its xmin tells a database that was written back from one that went on.
CREATE UNIQUE INDEX change_feed_one ON change_feed ((true));

-- Names what all nodes of this database change until it stops or is put back, whichever way. Another name comes with
-- 1. each start of PostgreSQL: files, a snapshot, an archive or a standby that take its place;
-- 2. each write of the row above: a dump that is read in, also while PostgreSQL runs;
-- 3. each CREATE DATABASE: a copy that was made with TEMPLATE.
CREATE FUNCTION current_epoch() RETURNS text STABLE LANGUAGE sql AS $$
  SELECT left(encode(sha256(convert_to(concat_ws(' ', change_feed.epoch, change_feed.xmin, pg_database.oid,
    extract(epoch FROM pg_postmaster_start_time())), 'UTF8')), 'hex'), 16)
  FROM change_feed, pg_database WHERE datname = current_database()
$$;
