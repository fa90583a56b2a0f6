/**
 * Writes that arrive together commit together: one FULL commit waits for the disk once, not once a write.
 *
 * 1. An act that throws undoes itself and nobody else: its whole group is undone and runs once more, each act in a
 *    savepoint of its own. Savepoints copy every page that they change, so a group without a failure has none.
 * 2. Nobody is answered before the commit is on the disk; if it fails, all of them fail.
 * 3. An act is synchronous (what it would do after an `await` would be outside the transaction), and changes nothing
 *    but the database: it may run twice.
 * 4. A group is bounded by the weights of its acts; the rest waits for the next turn of the event loop.
 */
import type { Database } from 'better-sqlite3';

export type Synchronous<Result> = Result extends PromiseLike<unknown> ? never : Result;

/** `weight`: about how many rows the act changes. */
export type GroupCommit = <Result>(
  act: () => Synchronous<Result>,
  weight?: number,
) => Promise<Synchronous<Result>>;

type Waiting = {
  weight: number;
  /** Throws what the act throws. */
  run(): void;
  /** Answers with what `run` threw, or with the result of the latest run. */
  answer(): void;
  fail(error: unknown): void;
};

/** The most that one turn of the event loop carries, in rows. */
const mostTogether = 100;

/** Takes at least one, however heavy it is. */
function takeGroup(waiting: Waiting[]): Waiting[] {
  let weight = waiting[0]?.weight ?? 0;
  let count = 1;
  for (; count < waiting.length; count += 1) {
    weight += waiting[count]?.weight ?? 0;
    if (weight > mostTogether) break;
  }
  return waiting.splice(0, count);
}

export function createGroupCommit(connection: Database): GroupCommit {
  const waiting: Waiting[] = [];
  const transaction = connection.transaction((group: readonly Waiting[], run: (each: Waiting) => void) => {
    for (const each of group) run(each);
  });
  const savepoint = connection.transaction((each: Waiting) => each.run());

  /** Throws where nothing of the group is committed. */
  function commit(group: readonly Waiting[]): void {
    let isInAct = false;
    try {
      transaction.immediate(group, (each) => {
        isInAct = true;
        each.run();
        isInAct = false;
      });
    } catch (error) {
      if (!isInAct || group.length === 1) throw error;
      transaction.immediate(group, runInSavepoint);
    }
  }

  function runInSavepoint(each: Waiting): void {
    try {
      savepoint(each);
    } catch (error) {
      // SQLite gave up the whole transaction (disk full, for one): there is nothing left to commit.
      if (!connection.inTransaction) throw error;
      each.answer = () => each.fail(error);
    }
  }

  function drain(): void {
    const group = takeGroup(waiting);
    if (waiting.length > 0) setImmediate(drain);
    try {
      commit(group);
    } catch (error) {
      for (const each of group) each.fail(error);
      return;
    }
    for (const each of group) each.answer();
  }

  return <Result>(act: () => Synchronous<Result>, weight = 1) =>
    new Promise<Synchronous<Result>>((resolve, reject) => {
      if (waiting.length === 0) setImmediate(drain);
      const added: Waiting = {
        weight,
        run() {
          const result = act();
          added.answer = () => resolve(result);
        },
        answer() {},
        fail: reject,
      };
      waiting.push(added);
    });
}
