import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Hono } from 'hono';
import { createApp, createServices, type Outside, type Services } from '../app.ts';
import { readEnvironment } from '../environment.ts';
import { createServerLog } from '../log/server-log.ts';
import { createServerMetrics } from '../metrics/server-metrics.ts';
import type { ServerContext } from '../middleware/server-context.ts';
import { httpEndpoint } from '../models/http-endpoint.ts';
import { noModels } from '../models/models-file.ts';
import type { Passwords } from '../services/accounts/passwords.ts';
import { createStaticFolder } from '../static/static-folder.ts';
import { createDiskBlobs } from '../storage/blobs/disk-blobs.ts';
import type { BlobStorage } from '../storage/ports/blob-storage.ts';
import type { PortionSize } from '../storage/ports/library-port.ts';
import { type OpenDatabase, openDatabase } from '../storage/sqlite/open-database.ts';
import { sqliteStorages } from '../storage/sqlite/sqlite-storages.ts';
import { createHttpSender } from '../webhooks/http-sender.ts';
import { inAHurry } from './spawned-server.ts';
import { temporaryFolderInMemory } from './temporary-folder.ts';
import { columnsByTable, type TestRows } from './test-rows.ts';

/** Stands in for argon2 where a test is not about passwords: it costs nothing and keeps nothing secret. */
const plainPasswords: Passwords = {
  hash: async (password) => `plain:${password}`,
  verify: async (passwordHash, password) => passwordHash === `plain:${password}`,
};

export type TestApp = {
  app: Hono<ServerContext>;
  services: Services;
  outside: Outside;
  rows: TestRows;
  /** Of a test that is about SQLite itself. */
  sqlite(): OpenDatabase;
  /** Milliseconds; a test moves it by assigning. */
  clock: { at: number };
  /** The periodic tasks; `beat()` runs all of them once. */
  beat(): Promise<void>;
  /** Moves the clock, and runs what was to run until then. */
  pass(milliseconds: number): void;
  drain(): void;
  /** The log, at the level `debug`. */
  lines: string[];
  errors: Error[];
  warnings: string[];
  /** The folder of the database and the blobs. */
  dataFolder: string;
  [Symbol.dispose](): void;
};

/**
 * `portion`: what one transaction does at most of a large change. `rows`: those of another app, as
 * another process shares them.
 */
type OutsideOfTest = Partial<Outside> & {
  database?: OpenDatabase;
  rows?: TestRows;
  portion?: PortionSize | undefined;
};

let filesIn = (dataFolder: string): BlobStorage => createDiskBlobs(join(dataFolder, 'files'));

/** Makes all later apps of this test file keep their files elsewhere. */
export function keepFilesOfAppsIn(open: () => BlobStorage): void {
  filesIn = open;
}

let rowsElsewhere: (() => TestRows) | undefined;

/** Makes all later apps of this test file that are given no database keep their rows elsewhere than in SQLite. */
export function keepRowsOfAppsIn(open: () => TestRows): void {
  rowsElsewhere = open;
}

type OpenRows = { rows: TestRows; database: OpenDatabase | undefined };

function openRows({ database: given, rows }: OutsideOfTest, sqlite: () => OpenDatabase): OpenRows {
  if (rows !== undefined) return { rows: { ...rows, release() {} }, database: undefined };
  if (given === undefined && rowsElsewhere !== undefined)
    return { rows: rowsElsewhere(), database: undefined };
  const database = given ?? sqlite();
  return { rows: rowsInSqlite(database), database };
}

function rowsInSqlite(database: OpenDatabase): TestRows {
  const { connection } = database;
  return {
    storages: (portion) => sqliteStorages(database, portion),
    async sql(text) {
      const statement = connection.prepare<[], Record<string, unknown>>(text);
      if (statement.reader) return statement.all();
      statement.run();
      return [];
    },
    async fromElsewhere(text) {
      const other = new Database(connection.name);
      other.exec(text);
      other.close();
    },
    async tables() {
      const columns = connection.prepare<[], { table: string; column: string }>(
        `SELECT m.name AS "table", c.name AS "column" FROM sqlite_master AS m, pragma_table_info(m.name) AS c
          WHERE m.type = 'table' ORDER BY m.name, c.cid`,
      );
      return columnsByTable(columns.all());
    },
    async breakWrites({ statement, table, when = 'true', message }) {
      connection.exec(`CREATE TRIGGER broken BEFORE ${statement} ON ${table} WHEN ${when}
        BEGIN SELECT raise(ABORT, '${message}'); END`);
      return async () => void connection.exec('DROP TRIGGER broken');
    },
    async setReadOnly(isReadOnly) {
      connection.pragma(`query_only = ${isReadOnly ? 'ON' : 'OFF'}`);
    },
    release: () => database.close(),
  };
}

/** The real app on real SQLite in a folder of its own, with the clock and the timers in the test's hand. */
export function testApp(
  options: { variables?: Record<string, string>; outside?: OutsideOfTest; dist?: string } = {},
): TestApp {
  const folder = temporaryFolderInMemory();
  const clock = { at: Date.parse('2026-01-01T12:00:00Z') };
  const now = () => clock.at;
  const timers = new Set<{ at: number; run: () => void }>();
  const beats = new Set<() => void | Promise<void>>();
  const draining = new AbortController();
  const lines: string[] = [];
  const log = createServerLog({ level: 'debug', write: (line) => lines.push(line) });
  let requests = 0;
  const errors: Error[] = [];
  const warnings: string[] = [];
  const { database: _given, rows: _rows, portion, ...replaced } = options.outside ?? {};
  const { rows, database } = openRows(options.outside ?? {}, () =>
    openDatabase({ file: join(folder.path, 'promptory.sqlite'), now }),
  );
  const environment = readEnvironment({ ...inAHurry, ...options.variables });
  const outside: TestApp['outside'] = {
    environment,
    storages: rows.storages(portion),
    files: filesIn(folder.path),
    passwords: plainPasswords,
    staticFolder: createStaticFolder(options.dist ?? join(folder.path, 'no-dist')),
    version: '0.0.0-test',
    now,
    random: (words) => crypto.getRandomValues(words),
    randomBytes,
    every(_milliseconds, run) {
      beats.add(run);
      return () => beats.delete(run);
    },
    after(milliseconds, run) {
      const timer = { at: clock.at + milliseconds, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    webhookSender: createHttpSender({ allowPrivate: environment.allowPrivateWebhooks }),
    offered: noModels,
    modelEndpoint: httpEndpoint,
    draining: draining.signal,
    metrics: createServerMetrics({ ofProcess: false }),
    isIntact: () => true,
    freeBytes: async () => 1024 ** 4,
    newRequestId: () => `request-${++requests}`,
    logRequest: log.request,
    logSecurity: log.security,
    reportError(error, requestId) {
      errors.push(error);
      log.error(error, requestId);
    },
    warn(sentence) {
      warnings.push(sentence);
      log.warn(sentence);
    },
    ...replaced,
  };
  const services = createServices(outside);
  return {
    app: createApp(outside, services),
    services,
    outside,
    rows,
    sqlite() {
      if (database === undefined)
        throw new Error('this test is about SQLite, and its app is on another database');
      return database;
    },
    clock,
    async beat() {
      await Promise.all([...beats].map((run) => run()));
    },
    pass(milliseconds) {
      clock.at += milliseconds;
      for (const timer of [...timers].filter(({ at }) => at <= clock.at)) {
        timers.delete(timer);
        timer.run();
      }
    },
    drain: () => draining.abort(),
    lines,
    errors,
    warnings,
    dataFolder: folder.path,
    [Symbol.dispose]() {
      draining.abort();
      rows.release();
      folder[Symbol.dispose]();
    },
  };
}

/** A JSON request as a REST client sends it; `headers` win. */
export function jsonRequest(
  method: string,
  body: unknown,
  headers: Record<string, string> = {},
): RequestInit & { headers: Record<string, string> } {
  return {
    method,
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...headers },
  };
}

/** `name=token` of the Set-Cookie that an answer carries, to be sent back as `Cookie`. */
export function cookieOf(answer: Response): string {
  return answer.headers.get('Set-Cookie')?.split(';', 1)[0] ?? '';
}

/** Returns a session's cookie under the name that it has at this address, for a server that started again at another port. */
export function cookieAt(address: string, cookie: string): string {
  return cookie.replace(/^(promptory_session)(?:\.\d+)?=/, `$1.${new URL(address).port}=`);
}

/** Creates an account and returns its `Cookie`. */
export async function registered(app: Hono<ServerContext>, username: string): Promise<string> {
  const registration = { displayName: `${username} Example`, username, password: 'correct horse' };
  const answer = await app.request('/api/register', jsonRequest('POST', registration));
  if (answer.status !== 201) throw new Error(`registration answered ${answer.status}`);
  return cookieOf(answer);
}
