-- Accounts that may not sign in: disabled, or deleted and erased 30 days after. Their names stay taken.
ALTER TABLE users ADD COLUMN disabled_at INTEGER;
ALTER TABLE users ADD COLUMN deleted_at INTEGER;
ALTER TABLE users ADD COLUMN signed_in_at INTEGER;
CREATE INDEX users_deleted ON users (deleted_at) WHERE deleted_at IS NOT NULL;

-- public_id names a session to an admin: nothing can be signed in with it. device is a User-Agent, cut short.
ALTER TABLE sessions ADD COLUMN public_id TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN used_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN device TEXT NOT NULL DEFAULT '';
UPDATE sessions SET public_id = lower(hex(randomblob(8))), used_at = created_at;
CREATE UNIQUE INDEX sessions_public ON sessions (user_id, public_id);
