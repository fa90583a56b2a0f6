/** The counters of a user's library: the place of its latest change, and how much it holds. */
import type { Database } from 'better-sqlite3';
import type { Usage } from '../../ports/library-transaction.ts';
import type { Epochs } from './epochs.ts';

export type UserRecords = {
  /** Throws where there is no such user. */
  read(userId: number): { seq: number; usage: Usage };
  /** Throws where somebody else has moved it since it was read. */
  moveSeq(userId: number, seq: { before: number; after: number }): void;
};

type Counters = { seq: number; rows: number; textBytes: number };

export function createUserRecords(connection: Database, epochs: Epochs): UserRecords {
  const read = connection.prepare<[number], Counters>(
    'SELECT next_seq AS seq, row_count AS rows, text_bytes AS textBytes FROM users WHERE id = ?',
  );
  const move = connection.prepare<{ userId: number; before: number; after: number }>(
    'UPDATE users SET next_seq = :after WHERE id = :userId AND next_seq = :before',
  );
  return {
    read(userId) {
      const counters = read.get(userId);
      if (counters === undefined) throw new Error('a change of a user who does not exist');
      const { seq, rows, textBytes } = counters;
      return { seq, usage: { rows, textBytes } };
    },
    moveSeq(userId, { before, after }) {
      if (move.run({ userId, before, after }).changes !== 1) {
        throw new Error('the feed has moved on since it was gathered');
      }
      epochs.begin(userId, before);
    },
  };
}
