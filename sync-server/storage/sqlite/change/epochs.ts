/**
 * Records which run of the server made which changes of an account. A cursor names a change by its epoch and its number,
 * so a cursor that was given before a backup was put back is recognized, whether its client had read more than the backup
 * has or, after new changes, as much.
 *
 *   one run: a b c d     backup after b, put back: a b | x y     (c, epoch 1) is not in the second history, (b, epoch 1) is
 *
 * 1. Each run has an epoch of its own, drawn at its start, and records it with its first change of an account, in the
 *    transaction of that change: an account has one row for each run that changed it.
 * 2. Rows are only added: what a cursor names stays what it is, as long as the history is the same.
 */
import { randomBytes } from 'node:crypto';
import type { Database } from 'better-sqlite3';

export type Epochs = {
  /** Records that this run makes the account's changes after `seq`. Within the transaction that makes them. */
  begin(userId: number, seq: number): void;
};

export function createEpochs(connection: Database): Epochs {
  const own = randomBytes(8).toString('hex');
  // The plus signs: see `sql-database.ts`.
  const find = connection
    .prepare<{ userId: number; seq: number }, string>(
      'SELECT epoch FROM feed_epochs WHERE user_id = +:userId AND after_seq < +:seq ORDER BY after_seq DESC LIMIT 1',
    )
    .pluck();
  const add = connection.prepare<{ userId: number; seq: number; own: string }>(
    'INSERT INTO feed_epochs (user_id, after_seq, epoch) VALUES (:userId, :seq, :own)',
  );
  return {
    begin(userId, seq) {
      // The epoch of a change that would come next, which is ours from our first change on.
      if (find.get({ userId, seq: seq + 1 }) !== own) add.run({ userId, seq, own });
    },
  };
}
