/** Gives tests schemas of the run's PostgreSQL: each as a database of its own would be, with all tables. */
import pg from 'pg';
import { inject } from 'vitest';
import { type OpenPostgres, openPostgres } from '../../storage/postgres/open-postgres.ts';

/** Returns the address of the run's PostgreSQL, and starts it where nobody has. */
export async function postgresUrl(): Promise<string> {
  const answer = await fetch(inject('postgresOfRun'));
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}

/** Makes a database of its own, with settings as of `ALTER DATABASE`, and returns its address. */
export async function freshDatabase(settings = ''): Promise<string> {
  const url = await postgresUrl();
  const name = `fresh_${crypto.randomUUID().slice(0, 8)}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  if (settings !== '') await client.query(`ALTER DATABASE ${name} SET ${settings}`);
  await client.end();
  return Object.assign(new URL(url), { pathname: name }).href;
}

export type TestSchema = { database: OpenPostgres; schema: string; release(): void };

/** Hands out schemas that are empty but for what migrations put there; one that is released is emptied and used once more. */
export class TestSchemas {
  readonly #free: Omit<TestSchema, 'release'>[] = [];
  readonly #all: OpenPostgres[] = [];

  async take(): Promise<TestSchema> {
    const free = this.#free.pop() ?? (await this.#open());
    await free.database.pool.query(
      'DELETE FROM users; DELETE FROM server_secrets; DELETE FROM invitations; DELETE FROM attempts; DELETE FROM tasks_done',
    );
    return { ...free, release: () => this.#free.push(free) };
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map(({ close }) => close()));
  }

  async #open(): Promise<Omit<TestSchema, 'release'>> {
    const url = await postgresUrl();
    const schema = `test_${process.pid}_${crypto.randomUUID().slice(0, 8)}`;
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`CREATE SCHEMA ${schema}`);
    await client.end();
    const database = await openPostgres({ url, now: () => 0, connections: 8, schema });
    this.#all.push(database);
    // All of them at once: no test is about how long a connection takes to make.
    const clients = await Promise.all(Array.from({ length: 8 }, () => database.pool.connect()));
    for (const each of clients) each.release();
    return { database, schema };
  }
}
