/**
 * Writes that arrive together commit together: one FULL commit waits for the disk once, not once a write.
 *
 * 1. Each act runs in a savepoint of its own: one that throws undoes itself and nobody else.
 * 2. Nobody is answered before the commit is on the disk; if it fails, all of them fail.
 * 3. An act is synchronous: what it would do after an `await` would be outside the transaction.
 * 4. A group is bounded by the weights of its acts; the rest waits for the next turn of the event loop.
 */
import type { Database } from 'better-sqlite3';

export type Synchronous<Result> = Result extends PromiseLike<unknown> ? never : Result;

/** `weight`: about how many rows the act changes. */
export type GroupCommit = <Result>(
  act: () => Synchronous<Result>,
  weight?: number,
) => Promise<Synchronous<Result>>;

type Waiting = { weight: number; run(): void; answer(): void; fail(error: unknown): void };

/** The most that one turn of the event loop carries, in rows. */
const mostTogether = 100;

export function createGroupCommit(connection: Database): GroupCommit {
  const waiting: Waiting[] = [];
  const runAll = connection.transaction((group: readonly Waiting[]) => {
    for (const each of group) each.run();
  });
  const savepoint = connection.transaction((act: () => void) => act());

  /** At least one, however heavy it is. */
  function nextGroup(): Waiting[] {
    let weight = waiting[0]?.weight ?? 0;
    let count = 1;
    for (; count < waiting.length; count += 1) {
      weight += waiting[count]?.weight ?? 0;
      if (weight > mostTogether) break;
    }
    return waiting.splice(0, count);
  }

  function drain(): void {
    const group = nextGroup();
    if (waiting.length > 0) setImmediate(drain);
    try {
      runAll.immediate(group);
    } catch (error) {
      for (const each of group) each.fail(error);
      return;
    }
    for (const each of group) each.answer();
  }

  return <Result>(act: () => Synchronous<Result>, weight = 1) =>
    new Promise<Synchronous<Result>>((resolve, reject) => {
      let answer = () => {};
      if (waiting.length === 0) setImmediate(drain);
      waiting.push({
        weight,
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
