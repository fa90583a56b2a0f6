/**
 * Declares what the nodes of one database notify each other of, and what they do one at a time. A server that has its database alone has nobody to
 * notify (`memory/single-node.ts`).
 *
 * 1. News is a hint and carries no row: whoever receives it reads what has changed.
 * 2. News may be lost with a connection. Afterwards there is `missed`, which stands for news of every user.
 * 3. A node receives nothing of what it has sent itself.
 */
import type { TakeTurn } from './turns-port.ts';

export type News =
  /** The place of the user's latest change has moved to `seq`. */
  | { kind: 'changed'; userId: number; seq: number }
  /** The account of the user, a session or an API token of theirs may have ended. */
  | { kind: 'access'; userId: number }
  | { kind: 'missed' };

export type Nodes = {
  /** Notifies the others that the user's latest change is `seq`; returns at once, and never fails. */
  notify(userId: number, seq: number): void;
  listen(listener: (news: News) => void): void;
  /** Takes a turn among all nodes. */
  turn: TakeTurn;
  /** Does a task that the nodes have together on the one that comes first; the others find it done, or busy. */
  once: DoOnce;
};

/** Instants of the node that asks. `since`: it is done again only where it was not done after this. */
export type Task = { name: string; since: number; at: number };

/** Rejects where the work does, and the task counts as not done. */
export type DoOnce = (task: Task, work: () => Promise<void>) => Promise<'done' | 'done_before' | 'busy'>;
