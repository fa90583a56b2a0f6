/**
 * Writes that arrive together commit together: one FULL commit waits for the disk once, not once a write.
 *
 * 1. Each act runs in a savepoint of its own: one that throws undoes itself and nobody else.
 * 2. Nobody is answered before the commit is on the disk; if it fails, all of them fail.
 * 3. An act is synchronous: what it would do after an `await` would be outside the transaction.
 */
import type { Database } from 'better-sqlite3';
import type { Synchronous } from '../library-port.ts';

export type GroupCommit = <Result>(act: () => Synchronous<Result>) => Promise<Synchronous<Result>>;

type Waiting = { run(): void; answer(): void; fail(error: unknown): void };

export function createGroupCommit(connection: Database): GroupCommit {
  let waiting: Waiting[] = [];
  const runAll = connection.transaction((group: readonly Waiting[]) => {
    for (const each of group) each.run();
  });
  const savepoint = connection.transaction((act: () => void) => act());

  function drain(): void {
    const group = waiting;
    waiting = [];
    try {
      runAll.immediate(group);
    } catch (error) {
      for (const each of group) each.fail(error);
      return;
    }
    for (const each of group) each.answer();
  }

  return <Result>(act: () => Synchronous<Result>) =>
    new Promise<Synchronous<Result>>((resolve, reject) => {
      let answer = () => {};
      if (waiting.length === 0) setImmediate(drain);
      waiting.push({
        run() {
          try {
            savepoint(() => {
              const result = act();
              answer = () => resolve(result);
            });
          } catch (error) {
            // SQLite gave up the whole transaction (disk full, for one): there is nothing left to commit.
            if (!connection.inTransaction) throw error;
            answer = () => reject(error);
          }
        },
        answer: () => answer(),
        fail: reject,
      });
    });
}
