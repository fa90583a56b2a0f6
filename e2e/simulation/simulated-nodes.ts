/**
 * Two nodes of one PostgreSQL as the server of a world. Devices stand at either and change, a node crashes before or after
 * it has done what it was asked, and a push reaches both at the same moment.
 *
 * Choices come from a generator of their own, so that the devices of a seed do as they do before one server. What two
 * nodes do at the same moment is theirs to order: both must answer the same.
 */
import { join } from 'node:path';
import { createDiskBlobs } from '../../sync-server/storage/blobs/disk-blobs.ts';
import { rowsInPostgres } from '../../sync-server/testing/postgres/postgres-rows.ts';
import type { TestSchemas } from '../../sync-server/testing/postgres/test-postgres.ts';
import { temporaryFolderInMemory } from '../../sync-server/testing/temporary-folder.ts';
import { type TestApp, testApp } from '../../sync-server/testing/test-app.ts';
import { feedTables, type GivenPlace } from './given-places.ts';
import { seededRandom } from './seeded-random.ts';
import type { OpenServer } from './simulated-server.ts';

type Sql = (text: string) => Promise<Record<string, unknown>[]>;

/** Belongs to the database as it is, or to this simulation. */
const notBackedUp: ReadonlySet<string> = new Set(['applied_migrations', 'attempts', 'given_places']);

export function nodesOf(schemas: TestSchemas): OpenServer {
  return async ({ seed, random, now, portion }) => {
    const schema = await schemas.take();
    const rows = rowsInPostgres(schema);
    await logPlaces(rows.sql);
    const folder = temporaryFolderInMemory();
    const files = createDiskBlobs(join(folder.path, 'files'));
    const start = () =>
      testApp({
        variables: { MAX_REQUESTS_PER_SECOND: '' },
        outside: { random: random.words, now, files, rows, portion },
      });
    const nodes = [start(), start()];
    const counts = { 'crashed nodes': 0, 'changes of node': 0, 'pushes at both nodes': 0 };
    return {
      fetch: betweenNodes(nodes, { start, counts, seed }),
      files,
      counts,
      takePlaces: async () => (await takePlaces(rows.sql)).map(placeOf),
      async headOf(userId) {
        const parts = feedTables.map(
          (table) => `SELECT max(seq) AS seq FROM ${table} WHERE user_id = ${userId}`,
        );
        const [found] = await rows.sql(`SELECT max(seq) AS seq FROM (${parts.join(' UNION ALL ')}) AS each`);
        return Number(found?.['seq'] ?? 0);
      },
      sql: rows.sql,
      backUp: async () => backUp(rows.sql, [...(await rows.tables()).keys()]),
      async close() {
        for (const node of nodes) node[Symbol.dispose]();
        folder[Symbol.dispose]();
        schema.release();
      },
    };
  };
}

type Between = {
  start: () => TestApp;
  counts: Record<'crashed nodes' | 'changes of node' | 'pushes at both nodes', number>;
  seed: number;
};

function betweenNodes(nodes: TestApp[], { start, counts, seed }: Between) {
  const random = seededRandom(seed ^ 0x6e6f6465);
  const stands = new Map<string, number>();

  function placeFor(cookie: string): number {
    const before = stands.get(cookie);
    const at = before === undefined || random.chance(0.2) ? random.below(nodes.length) : before;
    if (before !== undefined && before !== at) counts['changes of node'] += 1;
    stands.set(cookie, at);
    return at;
  }

  const nodeAt = (at: number): TestApp => {
    const node = nodes[at];
    if (node === undefined) throw new Error(`there is no node ${at}`);
    return node;
  };

  function crash(at: number): void {
    counts['crashed nodes'] += 1;
    nodeAt(at)[Symbol.dispose]();
    nodes[at] = start();
  }

  async function atBoth(request: Request): Promise<Response> {
    counts['pushes at both nodes'] += 1;
    const answers = await Promise.all(nodes.map(({ app }) => app.fetch(request.clone())));
    const [one = '', other = ''] = await Promise.all(answers.map((answer) => answer.clone().text()));
    if (one !== other && ![one, other].some(lacksBase))
      throw new Error(`two nodes answer one push with ${one} and ${other}`);
    return answers[0] ?? gone();
  }

  return async (request: Request, by: 'device' | 'world'): Promise<Response> => {
    const at = placeFor(request.headers.get('cookie') ?? '');
    if (by === 'world') return nodeAt(at).app.fetch(request);
    const dice = random.next();
    if (dice < 0.04) {
      if (dice < 0.02) await nodeAt(at).app.fetch(request);
      crash(at);
      return gone();
    }
    const isPush = new URL(request.url).pathname === '/api/sync/push';
    return isPush && dice < 0.2 ? atBoth(request) : nodeAt(at).app.fetch(request);
  };
}

/**
 * The node that comes second may find that the text of which it got a patch has moved on by the first one's doing; a device
 * then sends whole texts under the same keys, as after a copy that comes late.
 */
const lacksBase = (answer: string) => answer.includes('"code":"base_text_missing"');

/** Stands for a connection that ends without an answer of ours. */
const gone = () => new Response(null, { status: 502 });

/** In a table of the schema, which stays there: each row that gets a place is logged by a trigger. */
async function logPlaces(sql: Sql): Promise<void> {
  await sql('CREATE TABLE IF NOT EXISTS given_places (user_id bigint, key text, seq bigint)');
  await sql('DELETE FROM given_places');
  await sql(`CREATE OR REPLACE FUNCTION log_place() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO given_places VALUES (NEW.user_id, NEW.user_id || '/' || TG_TABLE_NAME || '/' || NEW.id, NEW.seq);
    RETURN NULL; END $$`);
  for (const table of feedTables) {
    await sql(`CREATE OR REPLACE TRIGGER place_given AFTER INSERT ON ${table}
      FOR EACH ROW EXECUTE FUNCTION log_place()`);
    await sql(`CREATE OR REPLACE TRIGGER place_moved AFTER UPDATE OF seq ON ${table}
      FOR EACH ROW WHEN (OLD.seq IS DISTINCT FROM NEW.seq) EXECUTE FUNCTION log_place()`);
  }
}

const takePlaces = (sql: Sql) => sql('DELETE FROM given_places RETURNING user_id, key, seq');

const placeOf = (row: Record<string, unknown>): GivenPlace => ({
  user: Number(row['user_id']),
  key: String(row['key']),
  seq: Number(row['seq']),
});

/**
 * Copies all tables, and returns the way to put the copies back while nodes go on. The row of `change_feed` is written
 * once more, as by a dump: that is another history.
 */
async function backUp(sql: Sql, all: readonly string[]): Promise<() => Promise<void>> {
  const kept = all.filter((table) => !notBackedUp.has(table) && !table.startsWith('backup_'));
  const each = (statement: (table: string) => string) => kept.map(statement).join('; ');
  await sql(
    each((table) => `DROP TABLE IF EXISTS backup_${table}; CREATE TABLE backup_${table} AS TABLE ${table}`),
  );
  return async () => {
    await sql(`BEGIN; SET LOCAL session_replication_role = replica;
      ${each((table) => `DELETE FROM ${table}; INSERT INTO ${table} SELECT * FROM backup_${table}; DROP TABLE backup_${table}`)};
      COMMIT`);
  };
}
