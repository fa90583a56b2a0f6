/** The server of a world, as a world sees it: one process with SQLite here, nodes of one PostgreSQL in `simulated-nodes.ts`. */
import { join } from 'node:path';
import { createDiskBlobs } from '../../sync-server/storage/blobs/disk-blobs.ts';
import type { BlobStorage } from '../../sync-server/storage/ports/blob-storage.ts';
import type { PortionSize } from '../../sync-server/storage/ports/library-port.ts';
import { openDatabase } from '../../sync-server/storage/sqlite/open-database.ts';
import { temporaryFolderInMemory } from '../../sync-server/testing/temporary-folder.ts';
import { testApp } from '../../sync-server/testing/test-app.ts';
import { type GivenPlace, headOf, logPlaces, takePlaces } from './given-places.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Server } from './simulated-network.ts';

export type SimulatedServer = {
  fetch: Server;
  files: BlobStorage;
  /** Of what happens to a server of several nodes, by the name of a figure. */
  counts: Readonly<Record<string, number>>;
  /** Returns the places in the feed that the database gave to rows since the last call. */
  takePlaces(): Promise<GivenPlace[]>;
  /** Returns the last place that a person's rows have. */
  headOf(userId: number): Promise<number>;
  /** Runs one statement. */
  sql(text: string): Promise<unknown>;
  /** Returns the way to put the database back as it is now, with a history of its own from there on. */
  backUp(): Promise<() => Promise<void>>;
  close(): Promise<void>;
};

export type OpenServer = (options: {
  seed: number;
  random: SeededRandom;
  now: () => number;
  portion: PortionSize | undefined;
}) => Promise<SimulatedServer>;

export const openOneServer: OpenServer = async ({ random, now, portion }) => {
  const folder = temporaryFolderInMemory();
  const files = createDiskBlobs(join(folder.path, 'files'));
  const start = (file: string) => {
    const database = openDatabase({ file: join(folder.path, file), now });
    logPlaces(database.connection);
    // Devices in normal use never meet the limit of the product.
    const variables = { MAX_REQUESTS_PER_SECOND: '' };
    return testApp({ variables, outside: { random: random.words, now, files, database, portion } });
  };
  let server = start('promptory.sqlite');
  const connection = () => server.sqlite().connection;
  let backups = 0;
  return {
    fetch: (request) => server.app.fetch(request),
    files,
    counts: {},
    takePlaces: async () => takePlaces(connection()),
    headOf: async (userId) => headOf(connection(), userId),
    sql: (text) => server.rows.sql(text),
    async backUp() {
      backups += 1;
      const file = `backup-${backups}.sqlite`;
      connection().exec(`VACUUM INTO '${join(folder.path, file)}'`);
      return async () => {
        server[Symbol.dispose]();
        server = start(file);
      };
    },
    async close() {
      server[Symbol.dispose]();
      folder[Symbol.dispose]();
    },
  };
};
