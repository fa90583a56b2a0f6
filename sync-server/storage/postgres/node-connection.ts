/**
 * Keeps the one connection of a node that is not of the pool: upon it the node listens, notifies and holds locks.
 *
 *   connected -> lost (an error, its end, no answer to a beat) -> pauses that grow up to 5 s -> connected -> ...
 *
 * 1. What it has told the others waits while the connection is lost, one line of each key, and leaves with the next one.
 * 2. A connection that is silently dead is noticed by both ends within half a minute.
 * 3. It has to reach PostgreSQL itself: a pooler in transaction mode forgets who listens.
 */
import type { Client, Notification, QueryResultRow } from 'pg';
import { DatabaseUnavailable } from '../failures/database-unavailable.ts';
import { isLost } from './lost-connection.ts';

export type NodeConnection = {
  /** Resolves when it listens for the first time. Lines may come before. */
  open(): Promise<void>;
  /** Sends `key payload` to whoever listens; of several that wait with one key the last. */
  notify(key: string, payload?: string): void;
  /** Rejects with `DatabaseUnavailable` where the connection is lost. */
  query<Row extends QueryResultRow>(text: string, values: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
};

type Deps = {
  /** Returns a connection that is not connected yet. */
  connect: () => Client;
  channel: string;
  /** A line that another node, or a trigger of this database, has sent. */
  onLine: (line: string) => void;
  /** Lines may have been missed. */
  onMissed: () => void;
  /** The connection is lost, and with it the locks that it had. */
  onLost: () => void;
  /** Is called where a beat has no answer: other connections to the database are likely to have none either. */
  onSilence: () => void;
};

const beatMs = 10_000;
/** A database that is only slow answers within this; what runs upon its connections is not to be broken off. */
const answerMs = 15_000;
const longestPauseMs = 5_000;
/** Lines that wait at most; beyond, the others learn that they have missed some. */
const mostWaiting = 10_000;

const missed = 'missed';

export function createNodeConnection(deps: Deps): NodeConnection {
  return new Connection(deps);
}

class Connection implements NodeConnection {
  readonly #deps: Deps;
  readonly #waiting = new Map<string, string>();
  #client: Client | null = null;
  #sending: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;
  /** Times that it was lost, or not reached, since it last answered a beat. */
  #losses = 0;
  #isClosed = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async open(): Promise<void> {
    const client = this.#deps.connect();
    const lost = () => this.#lost(client);
    client.on('error', lost).on('end', lost);
    client.on('notification', (notification) => this.#received(client, notification));
    try {
      await client.connect();
      // A node whose machine is gone does not stay for the two hours that a system waits by default.
      await client.query('SET tcp_keepalives_idle = 10');
      await client.query('SET tcp_keepalives_interval = 5');
      await client.query('SET tcp_keepalives_count = 3');
      await client.query("SET tcp_user_timeout = '25s'");
      await client.query(`LISTEN ${client.escapeIdentifier(this.#deps.channel)}`);
    } catch (error) {
      abandon(client);
      throw error;
    }
    if (this.#isClosed) return void client.end().catch(() => {});
    this.#client = client;
    this.#timer = setTimeout(() => void this.#beat(client), beatMs);
    this.#send();
  }

  notify(key: string, payload = ''): void {
    if (this.#waiting.size < mostWaiting || this.#waiting.has(key)) this.#waiting.set(key, payload);
    else {
      this.#waiting.clear();
      this.#waiting.set(missed, '');
    }
    this.#send();
  }

  async query<Row extends QueryResultRow>(text: string, values: readonly unknown[]): Promise<Row[]> {
    if (this.#client === null) throw new DatabaseUnavailable('the connection of this node is lost');
    try {
      const { rows } = await this.#client.query<Row>(text, [...values]);
      return rows;
    } catch (error) {
      if (!isLost(error)) throw error;
      throw new DatabaseUnavailable('the connection of this node is lost', { cause: error });
    }
  }

  async close(): Promise<void> {
    await this.#sending;
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#client?.end().catch(() => {});
  }

  #send(): void {
    if (this.#client !== null && this.#waiting.size > 0) this.#sending ??= this.#sendAll(this.#client);
  }

  /** Sends what waits; lines that come while a statement is under way leave with the next one. */
  async #sendAll(client: Client): Promise<void> {
    try {
      // All that is told in this turn.
      await Promise.resolve();
      while (this.#client === client && this.#waiting.size > 0) {
        const lines = [...this.#waiting];
        this.#waiting.clear();
        await client
          .query({
            text: notifies,
            values: [this.#deps.channel, lines.map((line) => line.join(' ').trimEnd())],
          })
          .catch(() => {
            for (const [key, payload] of lines) if (!this.#waiting.has(key)) this.#waiting.set(key, payload);
            this.#lost(client);
          });
      }
    } finally {
      this.#sending = null;
    }
    this.#send();
  }

  #received(client: Client, { channel, payload = '', processId }: Notification): void {
    if (channel !== this.#deps.channel || processId === processOf(client)) return;
    if (payload === missed) this.#deps.onMissed();
    else this.#deps.onLine(payload);
  }

  async #beat(client: Client): Promise<void> {
    const { promise, reject } = Promise.withResolvers<never>();
    const late = setTimeout(() => reject(new Error('no answer')), answerMs);
    try {
      await Promise.race([client.query('SELECT 1'), promise]);
      this.#losses = 0;
      if (this.#client === client) this.#timer = setTimeout(() => void this.#beat(client), beatMs);
    } catch {
      if (this.#client === client) this.#deps.onSilence();
      this.#lost(client);
    } finally {
      clearTimeout(late);
    }
  }

  #lost(client: Client): void {
    if (this.#client !== client) return;
    this.#client = null;
    clearTimeout(this.#timer);
    abandon(client);
    this.#deps.onLost();
    if (!this.#isClosed) this.#reopen();
  }

  /** One that is lost as soon as it is there is made again after pauses that grow as well. */
  #reopen(): void {
    const pause = this.#losses === 0 ? 0 : Math.min(longestPauseMs, 100 * 2 ** this.#losses);
    this.#losses += 1;
    this.#timer = setTimeout(async () => {
      try {
        await this.open();
        if (!this.#isClosed) this.#deps.onMissed();
      } catch {
        if (!this.#isClosed) this.#reopen();
      }
    }, pause);
  }
}

/** Fails at once what is under way: an orderly end would wait for its answers. */
function abandon(client: Client): void {
  client.connection.stream.destroy(new Error('Connection terminated: the database does not answer'));
}

const notifies = 'SELECT pg_notify($1, line) FROM unnest($2::text[]) AS line';

/** Returns the number of the process of PostgreSQL that serves this connection. */
function processOf(client: Client): number | undefined {
  return 'processID' in client && typeof client.processID === 'number' ? client.processID : undefined;
}
