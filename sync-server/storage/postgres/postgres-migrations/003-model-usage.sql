-- What runs of the models of this server used, of one person on one day (in UTC).
CREATE TABLE model_usage (
  user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- '2026-01-31'.
  day text COLLATE "C" NOT NULL,
  tokens bigint NOT NULL,
  -- In millionths of the currency of the prices.
  cost bigint NOT NULL,
  PRIMARY KEY (user_id, day)
);
