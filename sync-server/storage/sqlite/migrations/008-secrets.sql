-- What this server signs with, by purpose: 32 random bytes, drawn at the first use.
CREATE TABLE server_secrets (
  purpose TEXT PRIMARY KEY NOT NULL,
  secret BLOB NOT NULL
) STRICT, WITHOUT ROWID;
