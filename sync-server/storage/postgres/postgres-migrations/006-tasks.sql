-- When a task that the nodes have together was done last, by the clock of the node that did it.
CREATE TABLE tasks_done (
  task text COLLATE "C" PRIMARY KEY,
  done_at bigint NOT NULL
);
