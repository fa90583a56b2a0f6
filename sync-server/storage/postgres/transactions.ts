/**
 * Runs what reads and writes as transactions of a pool of connections.
 *
 *   BEGIN + the first reads -> answers -> further reads -> the writes + COMMIT -> done
 *
 * 1. A round trip is what is sent without waiting: BEGIN goes with the first statements, COMMIT with the last. A single
 *    statement that reads needs neither.
 * 2. Reads see one instant (REPEATABLE READ). Writers take the row lock of the user and see what was committed before
 *    they got it (READ COMMITTED).
 * 3. A transaction that certainly left nothing behind (it could not be serialized, it was the victim of a deadlock, its
 *    connection was lost before its COMMIT was sent) runs once more; no caller sees that.
 * 4. Where a connection is lost after COMMIT was sent, nobody knows whether it was done: `UnknownOutcome`. It runs once
 *    more only where the caller says that doing it twice does it once.
 * 5. A connection upon which anything failed is closed.
 * 6. Writes of one user take turns before they take a connection: waiting for the lock of a library, which another node
 *    may have, they would take those of everybody.
 * 7. What does not get a connection or a lock in time is `DatabaseUnavailable`: nothing was done.
 */
import { setTimeout } from 'node:timers/promises';
import type { Pool, PoolClient, QueryResultRow } from 'pg';
import { DatabaseUnavailable } from '../failures/database-unavailable.ts';
import { createTurns } from '../memory/turns.ts';
import { isAfterFailure, isLockTimeout, isLost, isPassing, isUnsent } from './lost-connection.ts';

export type Reads = {
  /**
   * Sends a statement and returns its rows. Statements that are sent in one turn are one round trip, and are waited for
   * together (`Promise.all`): where a connection is lost all of them fail, and a failure that nobody waits for ends the
   * process.
   */
  query<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
};

export type Writes = Reads & {
  /** Sends a statement with the COMMIT. Where it fails, the transaction does. */
  send(text: string, values?: readonly unknown[]): void;
};

class UnknownOutcome extends Error {
  override readonly name = 'UnknownOutcome';
}

/** Counts what a test counts. A round trip begins with the first statement after an answer. */
export type Counted = { roundTrips: number; statements: number };

export type Transactions = {
  /** Reads with one statement, which is one round trip. */
  readOne<Row extends QueryResultRow>(text: string, values: readonly unknown[]): Promise<Row[]>;
  read<Result>(work: (reads: Reads) => Promise<Result>): Promise<Result>;
  /** `isRepeatable`: doing it twice does it once. `of`: the user whose record it locks. */
  write<Result>(
    work: (writes: Writes) => Promise<Result>,
    options?: { isRepeatable?: boolean; of?: number },
  ): Promise<Result>;
};

const readBegin = 'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY';
const writeBegin = 'BEGIN ISOLATION LEVEL READ COMMITTED, READ WRITE';

/** About five seconds in all: as long as a server that starts again takes. */
const pauses = [0, 20, 50, 100, 200, 400, 800, 1_600, 1_600];

/** No attempt begins later. */
const attemptsMs = 10_000;
/** As long as a lock is waited for. */
const turnMs = 20_000;

export function createTransactions(pool: Pick<Pool, 'connect'>, counted?: Counted): Transactions {
  const turn = createTurns();

  async function run<Result>(
    begin: string | null,
    work: (writes: Writes) => Promise<Result>,
    isRepeatable: boolean,
  ): Promise<Result> {
    const last = performance.now() + attemptsMs;
    for (let attempt = 0; ; attempt += 1) {
      const pause = pauses[attempt];
      try {
        return await once(pool, { begin, work, counted });
      } catch (error) {
        const isUndone = error instanceof UnknownOutcome ? isRepeatable : isPassing(error);
        if (isLockTimeout(error)) throw unavailable(error);
        if (!isUndone) throw error;
        if (pause === undefined || performance.now() + pause > last) throw unavailable(error);
        await setTimeout(pause);
      }
    }
  }

  return {
    readOne: (text, values) => run(null, ({ query }) => query(text, values), true),
    read: (work) => run(readBegin, work, true),
    async write(work, { isRepeatable = false, of } = {}) {
      if (of === undefined) return await run(writeBegin, work, isRepeatable);
      const asked = performance.now();
      using _turn = await turn(`${of}`);
      if (performance.now() - asked > turnMs) throw unavailable('others write to this library');
      return await run(writeBegin, work, isRepeatable);
    },
  };
}

const unavailable = (cause: unknown) =>
  new DatabaseUnavailable('the database did not do it in time', { cause });

type Once<Result> = {
  /** Null: the work is one statement, a transaction by itself. */
  begin: string | null;
  work: (writes: Writes) => Promise<Result>;
  counted: Counted | undefined;
};

async function once<Result>(
  pool: Pick<Pool, 'connect'>,
  { begin, work, counted }: Once<Result>,
): Promise<Result> {
  const client = await pool.connect();
  const sent = new Sent(client, counted);
  let isCommitting = false;
  let failure: unknown;
  try {
    if (begin !== null) sent.later(begin);
    const result = await work({
      query: (text, values) => sent.rows(text, values),
      send: (text, values) => sent.later(text, values),
    });
    if (begin === null) return result;
    isCommitting = true;
    await sent.commit();
    return result;
  } catch (thrown) {
    await sent.settled();
    const error = isAfterFailure(thrown) ? (sent.failure ?? thrown) : thrown;
    failure = error;
    if (begin !== null && !isCommitting && sent.failure === undefined) {
      await client.query('ROLLBACK').then(
        () => {
          failure = undefined;
        },
        () => {},
      );
    }
    if (isCommitting && isLost(error) && !isUnsent(error))
      throw new UnknownOutcome('a connection was lost', { cause: error });
    throw error;
  } finally {
    client.release(failure !== undefined);
  }
}

/** The statements of one transaction. */
class Sent {
  /** Of the first statement that failed. */
  failure: unknown;
  readonly #client: PoolClient;
  readonly #counted: Counted | undefined;
  /** Answers that are waited for only with the COMMIT. */
  readonly #later: Promise<unknown>[] = [];
  readonly #all: Promise<unknown>[] = [];
  #isWaiting = false;

  constructor(client: PoolClient, counted: Counted | undefined) {
    this.#client = client;
    this.#counted = counted;
  }

  later(text: string, values: readonly unknown[] = []): void {
    this.#later.push(this.#send(text, values));
  }

  async rows<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const answer = await this.#send<Row>(text, values);
    this.#isWaiting = false;
    return answer.rows;
  }

  async commit(): Promise<void> {
    const commit = this.#send('COMMIT', []);
    // In their order: the first that failed says why.
    for (const each of this.#later) await each;
    const { command } = await commit;
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back');
  }

  async settled(): Promise<void> {
    await Promise.allSettled(this.#all);
  }

  #send<Row extends QueryResultRow>(text: string, values: readonly unknown[]) {
    if (this.#counted !== undefined) {
      this.#counted.statements += 1;
      if (!this.#isWaiting) this.#counted.roundTrips += 1;
      this.#isWaiting = true;
    }
    const answer = this.#client.query<Row>({
      ...(values.length === 0 ? {} : { name: nameOf(text) }),
      text,
      values: [...values],
    });
    // The caller gets the error too; without this handler it would be an unhandled rejection where nobody waits.
    answer.catch((error: unknown) => {
      this.failure ??= error;
    });
    this.#all.push(answer);
    return answer;
  }
}

const names = new Map<string, string>();

/** Returns the name under which a connection has a statement parsed once. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}
