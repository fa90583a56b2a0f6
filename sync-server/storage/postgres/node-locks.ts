/**
 * Keeps things from being done by two nodes of a PostgreSQL at a time: `turns-port.ts`, and `once` of `nodes-port.ts`.
 *
 *   turn of this node (memory/turns.ts) -> lock of the node's connection -> the turn -> unlocked, "freed" to those who want it
 *
 * 1. A lock is PostgreSQL's (advisory) and of the connection: that of a node that is gone is free at once, or within half
 *    a minute where its machine is gone.
 * 2. Who finds it taken asks the holder to stop ("wanted"), and tries again when it is "freed", and each second.
 * 3. Who has waited for a minute, behind others of this node or for another one, is refused, and begins again.
 * 4. Where the connection is lost its locks are as well: whoever has a turn is asked to stop.
 */
import { hash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { DatabaseUnavailable } from '../failures/database-unavailable.ts';
import { createTurns } from '../memory/turns.ts';
import type { DoOnce } from '../ports/nodes-port.ts';
import type { TakeTurn } from '../ports/turns-port.ts';
import type { NodeConnection } from './node-connection.ts';
import type { Transactions } from './transactions.ts';

type Held = { overtake: AbortController; isWanted: boolean };

const tryAgainMs = 1_000;
const longestWaitMs = 60_000;
/** Tries that may fail because the connection is lost. */
const mostFailures = 10;
/** Clocks of nodes differ by less; an instant that is later than this is of a clock that was wrong. */
const hourMs = 60 * 60 * 1000;

export class NodeLocks {
  readonly #connection: Pick<NodeConnection, 'notify' | 'query'>;
  readonly #transactions: Transactions;
  /** Of this database and schema. */
  readonly #scope: string;
  readonly #own = createTurns();
  readonly #held = new Map<string, Held>();
  readonly #waiting = new Map<string, Set<AbortController>>();
  readonly #running = new Set<string>();

  constructor(deps: {
    connection: Pick<NodeConnection, 'notify' | 'query'>;
    transactions: Transactions;
    scope: string;
  }) {
    this.#connection = deps.connection;
    this.#transactions = deps.transactions;
    this.#scope = deps.scope;
  }

  readonly turn: TakeTurn = async (key) => {
    const last = performance.now() + longestWaitMs;
    const own = await this.#own(key);
    const name = hash('sha256', `turn ${key}`, 'hex').slice(0, 32);
    try {
      await this.#lock(name, last);
    } catch (error) {
      own[Symbol.dispose]();
      throw error;
    }
    const held: Held = { overtake: new AbortController(), isWanted: false };
    this.#held.set(name, held);
    return {
      overtaken: AbortSignal.any([own.overtaken, held.overtake.signal]),
      [Symbol.dispose]: () => {
        this.#held.delete(name);
        void this.#unlock(name);
        if (held.isWanted) this.#connection.notify(`freed ${name}`);
        own[Symbol.dispose]();
      },
    };
  };

  readonly once: DoOnce = async ({ name, since, at }, work) => {
    const lock = `task ${name}`;
    if (this.#running.has(lock)) return 'busy';
    this.#running.add(lock);
    try {
      if (!(await this.#tryLock(lock))) return 'busy';
      try {
        const { read, write } = this.#transactions;
        const [done] = await read(({ query }) =>
          query<{ at: number }>('SELECT done_at AS at FROM tasks_done WHERE task = $1', [name]),
        );
        if (done !== undefined && done.at >= since && done.at <= at + hourMs) return 'done_before';
        await work();
        await write(async ({ send }) => send(recordsDone, [name, at]), { isRepeatable: true });
        return 'done';
      } finally {
        await this.#unlock(lock);
      }
    } finally {
      this.#running.delete(lock);
    }
  };

  /** A line that another node has sent. */
  received(line: string): void {
    const [, kind, name = ''] = /^(wanted|freed) ([0-9a-f]{32})$/.exec(line) ?? [];
    if (kind === 'freed') for (const pause of this.#waiting.get(name) ?? []) pause.abort();
    const held = this.#held.get(name);
    if (kind === 'wanted' && held !== undefined) {
      held.isWanted = true;
      held.overtake.abort();
    }
  }

  lost(): void {
    for (const { overtake } of this.#held.values()) overtake.abort();
  }

  async #lock(name: string, last: number): Promise<void> {
    for (let failures = 0; ; ) {
      const pause = new AbortController();
      using _waiting = this.#wakes(name, pause);
      const isLocked = await this.#tryLock(name).catch((error: unknown) => {
        failures += 1;
        if (failures === mostFailures) throw error;
        return false;
      });
      if (isLocked) return;
      if (performance.now() > last) throw new DatabaseUnavailable('another node has the turn');
      this.#connection.notify(`wanted ${name}`);
      await setTimeout(tryAgainMs, undefined, { signal: pause.signal }).catch(() => {});
    }
  }

  /** Ends the pause when the lock is freed. */
  #wakes(name: string, pause: AbortController): Disposable {
    const all = this.#waiting.get(name) ?? new Set();
    this.#waiting.set(name, all.add(pause));
    return {
      [Symbol.dispose]: () => {
        all.delete(pause);
        if (all.size === 0 && this.#waiting.get(name) === all) this.#waiting.delete(name);
      },
    };
  }

  async #tryLock(name: string): Promise<boolean> {
    const [locked] = await this.#connection.query<{ is: boolean }>(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS is',
      [`${this.#scope} ${name}`],
    );
    return locked?.is === true;
  }

  /** Frees it; a connection that is lost has lost its locks. */
  async #unlock(name: string): Promise<void> {
    await this.#connection
      .query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [`${this.#scope} ${name}`])
      .catch(() => {});
  }
}

const recordsDone = `INSERT INTO tasks_done (task, done_at) VALUES ($1, $2)
  ON CONFLICT (task) DO UPDATE SET done_at = excluded.done_at`;
