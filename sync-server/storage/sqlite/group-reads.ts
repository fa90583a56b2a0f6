/**
 * Reads that arrive in one turn of the event loop are done together at its end, as `group-commit.ts` does with writes.
 *
 * 1. They share a read transaction: SQLite takes and gives back its locks once, which takes longer than a row does.
 * 2. Their answers leave right after each other: a client that waits for several of them is woken once. A wake-up may
 *    take longer than all else that a request does.
 * 3. A read that throws fails alone. A group is bounded; the rest waits for the next turn.
 */
import type { Database } from 'better-sqlite3';

/** For reads of a row or a few. `read` is synchronous, and changes nothing. */
export type GroupRead = <Result>(read: () => Result) => Promise<Result>;

type Waiting = { run(): void; fail(error: unknown): void };

const mostTogether = 100;

export function createGroupReads(connection: Database): GroupRead {
  const waiting: Waiting[] = [];
  const together = connection.transaction((group: readonly Waiting[]) => {
    for (const each of group) each.run();
  });

  function drain(): void {
    const group = waiting.splice(0, mostTogether);
    if (waiting.length > 0) setImmediate(drain);
    try {
      together.deferred(group);
    } catch (error) {
      for (const each of group) each.fail(error);
    }
  }

  return <Result>(read: () => Result) =>
    new Promise<Result>((resolve, reject) => {
      if (waiting.length === 0) setImmediate(drain);
      const run = () => {
        try {
          resolve(read());
        } catch (error) {
          reject(error);
        }
      };
      waiting.push({ run, fail: reject });
    });
}
