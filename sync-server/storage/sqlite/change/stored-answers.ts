/**
 * Stores answers under their idempotency keys, and up to which number each client has received them.
 *
 * 1. The answers that one transaction gave under consecutive keys are one row, a run: writing 500 rows with an index
 *    entry each costs more than all else that their mutations need but the rows themselves.
 * 2. Runs of a client never overlap: a key is stored once, and every number of a run has its answer.
 * 3. A run is bounded, so that reading one answer of it is.
 * 4. An acknowledged number has no answer any more, also where its run is still there because of later ones.
 */
import type { Database } from 'better-sqlite3';
import type { ChangedBy } from '#shared/kinds/row.ts';
import type { Changes } from '../../ports/library-transaction.ts';
import { type AnswerRun, type RunRecord, readRun, runsOf } from '../../records/answer-runs.ts';

/** The floor of one client and its keys, before the answers themselves are read. */
export type ClientAnswers = {
  floor: number;
  /** The largest number that has a stored answer; 0 where none has. */
  latest: number;
};

export type StoredAnswers = {
  ofClient(userId: number, client: string): ClientAnswers;
  /** Returns the run in which the key's answer is. */
  runWith(userId: number, key: ChangedBy): AnswerRun | undefined;
  add(userId: number, answers: Changes['answers']): void;
  /** Raises the floor (never lowers it) and drops the answers below. */
  acknowledge(userId: number, acknowledged: NonNullable<Changes['acknowledged']>): void;
};

type OfClient = { userId: number; client: string };

export function createStoredAnswers(connection: Database): StoredAnswers {
  const floorOf = connection
    .prepare<OfClient, number>('SELECT floor FROM client_floors WHERE user_id = :userId AND client = :client')
    .pluck();
  // The plus signs: see `sql-database.ts`.
  const latestOf = connection
    .prepare<OfClient, number>(
      `SELECT last FROM stored_answers WHERE user_id = +:userId AND client = +:client
        ORDER BY first DESC LIMIT 1`,
    )
    .pluck();
  const find = connection.prepare<OfClient & { number: number }, RunRecord>(
    `SELECT first, last, answers FROM stored_answers
      WHERE user_id = +:userId AND client = +:client AND first <= +:number ORDER BY first DESC LIMIT 1`,
  );
  const add = connection.prepare<OfClient & RunRecord>(
    `INSERT INTO stored_answers (user_id, client, first, last, answers)
      VALUES (:userId, :client, :first, :last, :answers)`,
  );
  const raise = connection.prepare<OfClient & { upTo: number }>(
    `INSERT INTO client_floors (user_id, client, floor) VALUES (:userId, :client, :upTo)
      ON CONFLICT (user_id, client) DO UPDATE SET floor = max(floor, excluded.floor)`,
  );
  // Some at a time: what is left over goes with the next acknowledgements.
  const drop = connection.prepare<OfClient & { upTo: number }>(
    `DELETE FROM stored_answers WHERE rowid IN (SELECT rowid FROM stored_answers
      WHERE user_id = :userId AND client = :client AND first <= :upTo AND last <= :upTo LIMIT 200)`,
  );
  return {
    ofClient: (userId, client) => ({
      floor: floorOf.get({ userId, client }) ?? 0,
      latest: latestOf.get({ userId, client }) ?? 0,
    }),
    runWith(userId, key) {
      const found = find.get({ userId, ...key });
      if (found === undefined || found.last < key.number) return undefined;
      return readRun(found);
    },
    add(userId, answers) {
      for (const run of runsOf(answers)) add.run({ userId, ...run });
    },
    acknowledge(userId, { client, upTo }) {
      raise.run({ userId, client, upTo });
      drop.run({ userId, client, upTo });
    },
  };
}
