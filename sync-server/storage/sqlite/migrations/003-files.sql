-- Files: the rows that people see, and which bytes are here. A row is there before its bytes are.
--
-- meant_seq is the place in the feed of the latest change that somebody meant; seq also moves when bytes
-- arrive, which is nobody's change.
CREATE TABLE resources (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id INTEGER NOT NULL,
  project_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  original_filename TEXT NOT NULL,
  description TEXT NOT NULL,
  file_type TEXT NOT NULL,
  file_size INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  created_at TEXT NOT NULL,
  rev INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  deleted_at INTEGER,
  erased INTEGER NOT NULL DEFAULT 0,
  by_client TEXT,
  by_number INTEGER,
  device TEXT NOT NULL,
  changed_at INTEGER NOT NULL,
  meant_seq INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX resources_id ON resources (user_id, id);
CREATE UNIQUE INDEX resources_seq ON resources (user_id, seq);
CREATE INDEX resources_project ON resources (user_id, project_id);
CREATE INDEX resources_bytes ON resources (user_id, sha256);

-- The same bytes are here once a user. stored = 0: the file may be there or not, and is to be removed.
-- fits lists the types that the bytes fit, each with a space before and after it.
CREATE TABLE blobs (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  sha256 TEXT NOT NULL,
  size INTEGER NOT NULL,
  fits TEXT NOT NULL,
  stored INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX blobs_sha256 ON blobs (user_id, sha256);
