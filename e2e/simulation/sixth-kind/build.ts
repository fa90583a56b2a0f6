/** One build of the app and of the server, as a scene uses it: today's, or the next one (`next-build.ts`). */
import { User } from '#shared/model/account/user.ts';
import { mutations } from '#shared/mutations/all-mutations.ts';
import { MutationName } from '#shared/mutations/registry.ts';
import { openDatabase } from '../../../sync-server/storage/sqlite/open-database.ts';
import { type TestApp, testApp } from '../../../sync-server/testing/test-app.ts';
import { commit } from '../../../web/data/commit/commit.ts';
import {
  type Library,
  type LibraryDeps,
  openLibrary,
  readCursor,
} from '../../../web/data/database/library.ts';
import { applyStoredChanges } from '../../../web/data/feed/apply-pull.ts';
import { countUnknown } from '../../../web/data/feed/unknown-changes.ts';
import { readOutbox } from '../../../web/data/outbox/outbox-store.ts';
import { outlineOf } from '../../../web/data/queries/queries.ts';
import { retryEntry } from '../../../web/data/review/outbox-acts.ts';
import { exportLibrary } from '../../../web/data/transfer/library-export.ts';
import { createLink } from '../../../web/sync/link.ts';
import { syncRound } from '../../../web/sync/sync-round.ts';
import { simulatedNetwork } from '../simulated-network.ts';

const now = () => Date.parse('2026-01-01T12:00:00Z');

/** `migration`: what the next build brings along; it is run where its table is missing. */
export function startServer(file: string, migration: string | null = null): TestApp {
  const database = openDatabase({ file, now });
  const { connection } = database;
  const isThere = connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'labels'").get() !== undefined;
  if (migration !== null && !isThere) connection.exec(migration);
  return testApp({ outside: { database, now } });
}

export type Account = { cookie: string; user: User };

export async function accountOn(server: TestApp): Promise<Account> {
  const answer = await server.app.request('/api/register', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ displayName: 'Ada', username: 'ada', password: 'correct horse' }),
  });
  const cookie = (answer.headers.get('Set-Cookie') ?? '').split(';')[0] ?? '';
  return { cookie, user: User.parse(await answer.json()) };
}

export type Disk = NonNullable<LibraryDeps['indexedDb']>;

/** An app on this disk; `server` is asked at each request, so that it can be another one by then. */
export async function startApp(disk: Disk, { cookie, user }: Account, server: () => TestApp) {
  const deps = { random: (words: Uint32Array<ArrayBuffer>) => crypto.getRandomValues(words), now };
  const library: Library = await openLibrary(user, { ...deps, indexedDb: disk });
  await applyStoredChanges(library);
  const network = simulatedNetwork((request) => server().app.fetch(request), {
    tampering: null,
    isNewer: false,
    page: 2,
  });
  return {
    commit: (name: string, args: object) => {
      const known = MutationName.parse(name);
      return commit(library, known, mutations[known].args.parse(args));
    },
    round: () =>
      syncRound({
        ...{ library, now, device: 'test', link: createLink() },
        send: (request) => network.askServer(request, cookie),
      }),
    outbox: () => readOutbox(library),
    async retryAll() {
      for (const { position } of await readOutbox(library)) await retryEntry(library, position);
    },
    outline: () => outlineOf(library),
    cursor: () => readCursor(library),
    unknown: () => countUnknown(library),
    export: () => exportLibrary(library),
    /** The values of all rows of a table that the screen shows. */
    async rows(table: string): Promise<unknown[]> {
      const isThere = library.db.tables.some(({ name }) => name === table);
      return isThere ? (await library.db.table(table).toArray()).map(({ row }) => row) : [];
    },
    isStorageWell: () => library.storage.isWell(),
    close: () => library.db.close(),
  };
}
