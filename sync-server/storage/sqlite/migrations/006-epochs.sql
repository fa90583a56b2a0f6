-- Which run of the server made an account's changes: those after `after_seq`, up to the next row. Changes before the
-- first row are of `change_feed.epoch`, which is drawn with the database.
CREATE TABLE feed_epochs (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  after_seq INTEGER NOT NULL,
  epoch TEXT NOT NULL,
  PRIMARY KEY (user_id, after_seq)
) STRICT, WITHOUT ROWID;
