/**
 * Opens the PostgreSQL that DATABASE_URL names, and usually brings its tables up to date.
 *
 * 1. What is committed survives a power cut: a database with synchronous_commit off is refused.
 * 2. Numbers are read as JavaScript's: ids have 52 bits, and one beyond the safe range is an error, never rounded.
 * 3. Statements are sent without waiting for the answers of those before them (`pipeline`).
 *
 * After: `transactions.ts`, through which everything reads and writes.
 */
import pg from 'pg';
import { CannotStart } from '../failures/cannot-start.ts';
import { applyMigrations, knownMigrations } from './apply-migrations.ts';

export type OpenPostgres = {
  pool: pg.Pool;
  /** Returns a connection beside the pool, which is not connected yet. */
  connection(): pg.Client;
  /** Gives up all connections of the pool, because the database is not reached over them any more. */
  giveUpConnections(): void;
  /** The number of the latest migration that was applied before it was opened. */
  migratedFrom: number;
  close(): Promise<void>;
};

const oldest = 150_000;
const mostConnections = 10;

/**
 * Settings of each connection of the pool: a node whose machine is gone in the middle of a change loses it, and the lock
 * of its library, within half a minute, and nobody waits without end for a lock.
 */
const bounds = {
  idle_in_transaction_session_timeout: '30s',
  lock_timeout: '20s',
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '25s',
};
const setsBounds = `SELECT ${Object.entries(bounds).map(([name, value]) => `set_config('${name}', '${value}', false)`)}`;

/** Throws `CannotStart` where a person has to do something first. */
export async function openPostgres({
  url,
  now,
  connections = mostConnections,
  schema,
  migrates = true,
}: {
  url: string;
  now: () => number;
  connections?: number;
  /** Of a test, which has the database with others; undefined: that of the database user. */
  schema?: string;
  /** False: the tables stay as they are, also where they are not up to date. */
  migrates?: boolean;
}): Promise<OpenPostgres> {
  const settings = {
    connectionString: url,
    keepAlive: true,
    application_name: 'promptory',
    types: { getTypeParser },
    ...(schema === undefined ? {} : { options: `-c search_path=${schema}` }),
  };
  const pool = new pg.Pool({
    ...settings,
    max: connections,
    pipeline: true,
    // A connection that was used in this minute is there for the next change.
    idleTimeoutMillis: 60_000,
    // For a connection that is free as well.
    connectionTimeoutMillis: 5_000,
  });
  // A lost connection fails the queries upon it. That it is lost while nobody uses it is nobody's error.
  pool.on('error', () => {});
  const open = new Set<pg.PoolClient>();
  pool.on('connect', (client) => {
    open.add(client.on('error', () => {}));
    // Leaves with the first statement of whoever takes it, which fails as well where the connection is lost.
    client.query(setsBounds).catch(() => {});
  });
  pool.on('remove', (client) => open.delete(client));
  try {
    const migratedFrom = await prepared(
      pool,
      migrates ? (client) => applyMigrations(client, now) : knownMigrations,
    );
    return {
      pool,
      connection: () => new pg.Client({ ...settings, pipeline: true, connectionTimeoutMillis: 10_000 }),
      giveUpConnections() {
        for (const client of open)
          client.connection.stream.destroy(new Error('Connection terminated: the network is gone'));
      },
      migratedFrom,
      close: () => pool.end(),
    };
  } catch (error) {
    await pool.end();
    throw explained(error);
  }
}

async function prepared(pool: pg.Pool, migrate: (client: pg.PoolClient) => Promise<number>): Promise<number> {
  const client = await pool.connect();
  try {
    const setting = async (name: 'server_version_num' | 'synchronous_commit' | 'server_encoding') =>
      (await client.query<{ value: string }>('SELECT current_setting($1) AS value', [name])).rows[0]?.value;
    if (Number(await setting('server_version_num')) < oldest)
      throw new CannotStart('DATABASE_URL names a PostgreSQL that is older than 15: take a newer one.');
    if ((await setting('server_encoding')) !== 'UTF8')
      throw new CannotStart('DATABASE_URL names a database that is not in UTF8: create one that is.');
    if ((await setting('synchronous_commit')) === 'off')
      throw new CannotStart(
        'DATABASE_URL names a database with synchronous_commit off, which loses changes at a power cut: set it to on.',
      );
    // Another node may be making the tables, which takes as long as it takes.
    await client.query('SET lock_timeout = 0');
    const migratedFrom = await migrate(client);
    await client.query(setsBounds);
    return migratedFrom;
  } finally {
    client.release();
  }
}

/** Of bigint, which count() and all numbers of ours are, and of numeric, which sum() is. */
const numbers: ReadonlySet<number> = new Set([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);

const getTypeParser: typeof pg.types.getTypeParser = (id, format) =>
  numbers.has(id) ? readNumber : pg.types.getTypeParser(id, format);

function readNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new Error(`${text} is not a safe whole number`);
  return number;
}

function explained(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof CannotStart) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (/^28\w{3}$/.test(code)) {
    return new CannotStart(`The database of DATABASE_URL does not let its user in: ${error.message}.`);
  }
  if (code === '3D000') {
    return new CannotStart(`The database of DATABASE_URL is not there: ${error.message}. Create it first.`);
  }
  if (/^(E[A-Z_]+|57P03|53300)$/.test(code) || /timeout|terminated/i.test(error.message)) {
    return new CannotStart(`The database of DATABASE_URL cannot be reached: ${reasonOf(error)}.`);
  }
  if (code === '42501') {
    return new CannotStart(
      `The user of DATABASE_URL may not create tables in its database: ${error.message}.`,
    );
  }
  return error;
}

/** Of a name with several addresses each has failed in a way of its own, and the whole has no message. */
function reasonOf(error: Error): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : error.message;
}
