/** Answers under their idempotency keys, and up to which number each client has received them. */
import type { Database } from 'better-sqlite3';
import type { ChangedBy } from '#shared/kinds/row.ts';
import type { Changes, StoredAnswer } from '../library-transaction.ts';

/** The floor of one client and its keys, before the answers themselves are read. */
export type ClientAnswers = {
  floor: number;
  /** The largest number that has a stored answer; 0 where none has. */
  latest: number;
};

export type StoredAnswers = {
  ofClient(userId: number, client: string): ClientAnswers;
  find(userId: number, key: ChangedBy): { stored: StoredAnswer; bytes: number } | undefined;
  add(userId: number, key: ChangedBy, stored: StoredAnswer): void;
  /** Raises the floor (never lowers it) and drops the answers below. */
  acknowledge(userId: number, acknowledged: NonNullable<Changes['acknowledged']>): void;
};

type OfClient = { userId: number; client: string };
type Found = { requestHash: string; answer: string };

export function createStoredAnswers(connection: Database): StoredAnswers {
  const floorOf = connection
    .prepare<OfClient, number>('SELECT floor FROM client_floors WHERE user_id = :userId AND client = :client')
    .pluck();
  // The plus signs: see `compiled-statements.ts`.
  const latestOf = connection
    .prepare<OfClient, number | null>(
      'SELECT max(number) FROM stored_answers WHERE user_id = +:userId AND client = +:client',
    )
    .pluck();
  const find = connection.prepare<OfClient & { number: number }, Found>(
    `SELECT request_hash AS requestHash, answer FROM stored_answers
      WHERE user_id = :userId AND client = :client AND number = :number`,
  );
  const add = connection.prepare<OfClient & { number: number } & Found>(
    `INSERT INTO stored_answers (user_id, client, number, request_hash, answer)
      VALUES (:userId, :client, :number, :requestHash, :answer)`,
  );
  const raise = connection.prepare<OfClient & { upTo: number }>(
    `INSERT INTO client_floors (user_id, client, floor) VALUES (:userId, :client, :upTo)
      ON CONFLICT (user_id, client) DO UPDATE SET floor = max(floor, excluded.floor)`,
  );
  // Some at a time: what is left over goes with the next acknowledgements, and nobody asks for it meanwhile.
  const drop = connection.prepare<OfClient & { upTo: number }>(
    `DELETE FROM stored_answers WHERE rowid IN (SELECT rowid FROM stored_answers
      WHERE user_id = :userId AND client = :client AND number <= :upTo LIMIT 1000)`,
  );
  return {
    ofClient: (userId, client) => ({
      floor: floorOf.get({ userId, client }) ?? 0,
      latest: latestOf.get({ userId, client }) ?? 0,
    }),
    find(userId, key) {
      const found = find.get({ userId, ...key });
      if (found === undefined) return undefined;
      const { requestHash, answer } = found;
      return { stored: { requestHash, answer: JSON.parse(answer) }, bytes: answer.length };
    },
    add(userId, key, { requestHash, answer }) {
      add.run({ userId, ...key, requestHash, answer: JSON.stringify(answer) });
    },
    acknowledge(userId, { client, upTo }) {
      raise.run({ userId, client, upTo });
      drop.run({ userId, client, upTo });
    },
  };
}
