/** Tests that a PostgreSQL that was put back to an older state is recognized, and that its nodes need no names of their own. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createReadChanges } from '../../services/reads/read-changes.ts';
import { createSearchPrompts } from '../../services/reads/search-prompts.ts';
import { startPostgres, type TestPostgres } from '../../testing/postgres/postgres-binaries.ts';
import { project, prompt, save, whole } from '../ports/storage-scene.ts';
import { createLibraryStorage } from './library-storage.ts';
import { openPostgres } from './open-postgres.ts';
import { createTransactions } from './transactions.ts';

// One of its own: it is started again.
let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

const ada = 1;

async function onServer(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** Opens a node of a database. */
async function nodeOf(name: string) {
  const url = new URL(postgres.url);
  url.pathname = name;
  const { pool, close } = await openPostgres({ url: url.href, now: () => 0, connections: 2 });
  const storage = createLibraryStorage(createTransactions(pool));
  const changes = createReadChanges(storage);
  const search = createSearchPrompts(storage);
  const scene = { storage, users: [ada, 2] as [number, number], [Symbol.dispose]() {} };
  return {
    pool,
    close,
    add: (id: number) => save(scene, ada, [project(id)]),
    write: (id: number, text: string) => save(scene, ada, [project(1), prompt(id, 1, text)]),
    async found(query: string) {
      const ids: number[] = [];
      for await (const part of await search(ada, { query, onlyProject: null })) {
        ids.push(...part.map(({ id }) => id));
      }
      return ids.sort((a, b) => a - b);
    },
    /** Returns the place of the latest change, as a device remembers it. */
    async place() {
      const seq = await storage.latestSeq(ada);
      return { epoch: await storage.epochAt(ada, seq), seq };
    },
    async pull(since: { epoch: string; seq: number }) {
      const request = { since, known: undefined, limit: whole, count: false, client: null, wholeRows: false };
      const outcome = await changes.read(ada, request);
      return outcome.kind === 'page' ? JSON.parse(outcome.json.toString()).changes.length : outcome.kind;
    },
    rows: async () => (await pool.query('SELECT * FROM feed_epochs')).rows.length,
  };
}

async function database(): Promise<string> {
  const name = `put_back_${crypto.randomUUID().slice(0, 8)}`;
  await onServer(`CREATE DATABASE ${name}`);
  const { pool, close } = await nodeOf(name);
  await pool.query(`INSERT INTO users (id, username, username_key, display_name, password_hash, created_at)
    VALUES (${ada}, 'ada', 'ada', 'Ada', '', 0)`);
  await close();
  return name;
}

test('nodes that change a library in turns have one epoch, and record it once', async () => {
  const name = await database();
  const nodes = await Promise.all([nodeOf(name), nodeOf(name), nodeOf(name)]);
  for (let id = 1; id <= 12; id += 1) await nodes[id % 3]?.add(id);
  const [first] = nodes;
  expect(await first.rows()).toBe(1);
  // A node that starts later as well.
  const late = await nodeOf(name);
  await late.add(13);
  expect(await late.rows()).toBe(1);
  await Promise.all([...nodes, late].map(({ close }) => close()));
});

test('after a start of PostgreSQL another epoch begins, and places of before it are continued', async () => {
  const name = await database();
  const before = await nodeOf(name);
  await before.add(1);
  const place = await before.place();
  await before.close();
  await postgres.restart();
  const after = await nodeOf(name);
  await after.add(2);
  expect((await after.place()).epoch).not.toBe(place.epoch);
  expect(await after.pull(place)).toBe(1);
  expect(await after.rows()).toBe(2);
  await after.close();
});

type Node = Awaited<ReturnType<typeof nodeOf>>;

/** Writes the older rows back while a node goes on, as reading a dump in does. */
async function writeDumpBack(node: Node, change: () => Promise<void>): Promise<void> {
  const tables = [
    'users',
    'projects',
    'prompts',
    'stored_answers',
    'client_floors',
    'feed_epochs',
    'change_feed',
  ];
  for (const table of tables) await node.pool.query(`CREATE TABLE dump_${table} AS TABLE ${table}`);
  await change();
  await node.pool.query('TRUNCATE users, change_feed CASCADE');
  for (const table of tables) await node.pool.query(`INSERT INTO ${table} SELECT * FROM dump_${table}`);
}

async function readDumpIn(name: string, node: Node, change: () => Promise<void>): Promise<Node> {
  await writeDumpBack(node, change);
  await node.close();
  return nodeOf(name);
}

/** Puts a copy that PostgreSQL itself made in the place of the database. */
async function putCopyBack(name: string, node: Node, change: () => Promise<void>): Promise<Node> {
  await node.close();
  await onServer(`CREATE DATABASE ${name}_copy TEMPLATE ${name}`);
  await change();
  await onServer(`DROP DATABASE ${name}`, `ALTER DATABASE ${name}_copy RENAME TO ${name}`);
  return nodeOf(name);
}

test.each([
  ['a dump that is read in', readDumpIn],
  ['a copy that takes its place', putCopyBack],
])('%s is recognized by those who know what it does not have, and by nobody else', async (_, putBack) => {
  const name = await database();
  const node = await nodeOf(name);
  await node.add(1);
  const kept = await node.place();
  const lost: { epoch: string; seq: number }[] = [];
  const back = await putBack(name, node, async () => {
    const other = await nodeOf(name);
    for (const id of [2, 3]) {
      await other.add(id);
      lost.push(await other.place());
    }
    await other.close();
  });
  // As many changes as were lost, and one more: no number tells them apart.
  for (const id of [4, 5, 6]) await back.add(id);
  expect(lost.map(({ seq }) => seq)).toEqual([2, 3]);
  expect(await Promise.all(lost.map((place) => back.pull(place)))).toEqual(['cursor_reset', 'cursor_reset']);
  expect(await back.pull(kept)).toBe(3);
  await back.close();
});

test('the search of a node that goes on finds what is there after a dump was read in, and nothing else', async () => {
  const node = await nodeOf(await database());
  await node.write(11, 'kept');
  await writeDumpBack(node, async () => {
    for (const id of [12, 13]) await node.write(id, 'lost');
    expect(await node.found('lost')).toEqual([12, 13]);
  });
  expect([await node.found('lost'), await node.found('kept')]).toEqual([[], [11]]);
  for (const id of [14, 15, 16]) await node.write(id, 'later');
  expect(await node.found('later')).toEqual([14, 15, 16]);
  expect(await node.found('lost')).toEqual([]);
  await node.close();
});
