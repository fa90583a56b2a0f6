/**
 * Changes of more rows than one transaction should hold: a record of what is to be done, and portions that do it.
 *
 *   the transaction of the mutation -> record        portion -> portion -> ... -> no record
 *
 * 1. Nobody reads or writes a library while its record is there: for everybody the change happens at once.
 * 2. A portion and what the record says remains are one transaction: a crash anywhere is continued, nothing twice.
 */
import type { Database } from 'better-sqlite3';
import type { PortionSize } from '../../ports/library-port.ts';
import type { Authorship, BulkChange } from '../../ports/library-transaction.ts';
import { PendingBulk } from '../../records/bulk-record.ts';
import { createChangeWatch, WatchedValues } from '../change-watch.ts';
import { createBulkPortions } from './bulk-portion.ts';
import type { UserRecords } from './user-records.ts';

/** Synchronous, each within the caller's transaction unless it says otherwise. */
export type BulkChanges = {
  isPending(userId: number): boolean;
  /** The same outside of transactions, from memory: every read of a library asks for it. */
  isPendingForReads(userId: number): boolean;
  pendingUsers(): number[];
  begin(userId: number, change: BulkChange, authorship: Authorship): void;
  /** Does the next portion; false when nothing remains. */
  goOn(userId: number): boolean;
};

const none = '';
const mostKnown = 10_000;

export function createBulkChanges(
  connection: Database,
  users: UserRecords,
  portion: PortionSize,
): BulkChanges {
  const find = connection
    .prepare<[number], string>('SELECT change FROM bulk_changes WHERE user_id = ?')
    .pluck();
  const pendingUsers = connection
    .prepare<[], number>('SELECT user_id FROM bulk_changes ORDER BY user_id')
    .pluck();
  const put = connection.prepare<[number, string]>(
    'INSERT INTO bulk_changes (user_id, change) VALUES (?, ?) ON CONFLICT DO UPDATE SET change = excluded.change',
  );
  const remove = connection.prepare<[number]>('DELETE FROM bulk_changes WHERE user_id = ?');
  const watch = createChangeWatch(connection, [{ name: 'bulk_changes', inserts: true }]);
  const known = new WatchedValues<number, string>(watch, mostKnown);
  const doPortion = createBulkPortions(connection, portion);

  return {
    isPending: (userId) => find.get(userId) !== undefined,
    isPendingForReads: (userId) => known.get(userId, () => find.get(userId) ?? none) !== none,
    pendingUsers: () => pendingUsers.all(),
    begin(userId, change, { by, device, at }) {
      if (find.get(userId) !== undefined) {
        throw new Error('a second bulk change before the first one is done');
      }
      const bound = users.read(userId).seq;
      const recorded = change.kind === 'deleteContentsOf' ? { ...change, openPrompt: null } : change;
      const pending = { bound, author: { by, device, at }, change: recorded };
      put.run(userId, JSON.stringify(PendingBulk.parse(pending)));
    },
    goOn(userId) {
      const record = find.get(userId);
      if (record === undefined) return false;
      const pending = PendingBulk.parse(JSON.parse(record));
      const before = users.read(userId).seq;
      const seq = { now: before };
      const change = doPortion(userId, pending, seq);
      if (seq.now > before) users.moveSeq(userId, { before, after: seq.now });
      if (change === null) remove.run(userId);
      else put.run(userId, JSON.stringify({ ...pending, change }));
      return change !== null;
    },
  };
}
