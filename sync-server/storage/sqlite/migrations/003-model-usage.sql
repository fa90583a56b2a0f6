-- What runs of the models of this server used, of one person on one day (in UTC).
CREATE TABLE model_usage (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- '2026-01-31'.
  day TEXT NOT NULL,
  tokens INTEGER NOT NULL,
  -- In millionths of the currency of the prices.
  cost INTEGER NOT NULL,
  PRIMARY KEY (user_id, day)
) STRICT, WITHOUT ROWID;
