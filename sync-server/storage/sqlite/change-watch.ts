/**
 * Tells whether rows of some tables have changed, so that what was read of them can be kept in memory.
 *
 * 1. A change by this connection counts at once, whatever statement makes it: temporary triggers report it, those of
 *    a cascade too.
 * 2. A change by another process (`promptory user disable`) counts from the next turn of the event loop on: SQLite has a
 *    number that every commit of another connection changes, and it is read once a turn.
 * 3. It is asked outside of transactions that write: what is read within one may be undone.
 */
import type { Database } from 'better-sqlite3';

/** `columns`: those whose updates count; all of them where none are named. */
export type WatchedTable = { name: string; columns?: readonly string[]; inserts?: true };

export type ChangeWatch = {
  /** Returns a number that is another one after a change. Never called within a transaction that writes. */
  version(): number;
};

export function createChangeWatch(connection: Database, tables: readonly WatchedTable[]): ChangeWatch {
  // A connection may have several watches, each with triggers and a function of its own.
  const number = connection.prepare<[], number>('SELECT count(*) FROM temp.sqlite_schema').pluck().get();
  const name = `watch_${number}`;
  let version = 0;
  let foreign: unknown;
  connection.function(name, () => {
    version += 1;
    return null;
  });
  for (const [place, { name: table, columns, inserts }] of tables.entries()) {
    const updates = columns === undefined ? 'UPDATE' : `UPDATE OF ${columns.join(', ')}`;
    for (const event of ['DELETE', updates, ...(inserts ? ['INSERT'] : [])]) {
      connection.exec(
        `CREATE TEMP TRIGGER ${name}_${place}_${event.slice(0, 6)} AFTER ${event} ON main.${table}
          BEGIN SELECT ${name}(); END`,
      );
    }
  }
  const commitsOfOthers = foreignCommits.get(connection) ?? createForeignCommits(connection);
  foreignCommits.set(connection, commitsOfOthers);

  return {
    version() {
      const now = commitsOfOthers();
      if (now !== foreign) version += 1;
      foreign = now;
      return version;
    },
  };
}

/** Shared by all watches of a connection: reading the number takes longer than reading a row. */
const foreignCommits = new WeakMap<Database, () => unknown>();

/** Returns the reader of the number that every commit of another connection changes. */
function createForeignCommits(connection: Database): () => unknown {
  const read = connection.prepare<[], unknown>('PRAGMA data_version').pluck();
  let isCurrent = false;
  let number: unknown;
  return () => {
    if (isCurrent) return number;
    number = read.get();
    isCurrent = true;
    setImmediate(() => {
      isCurrent = false;
    });
    return number;
  };
}

/** Keeps values that were read of the watched tables until one of their rows changes; at most `most` of them. */
export class WatchedValues<Key, Value> {
  readonly #watch: ChangeWatch;
  readonly #most: number;
  readonly #values = new Map<Key, Value>();
  #version = -1;

  constructor(watch: ChangeWatch, most: number) {
    this.#watch = watch;
    this.#most = most;
  }

  /** Reads where there is no value; what is undefined is read each time. */
  get(key: Key, read: () => Value | undefined): Value | undefined {
    const version = this.#watch.version();
    if (version !== this.#version) {
      this.#values.clear();
      this.#version = version;
    }
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const value = read();
    if (value === undefined) return undefined;
    if (this.#values.size >= this.#most) this.#values.clear();
    this.#values.set(key, value);
    return value;
  }
}
