/** The one place that chooses a database: all others know only the ports. */
import { join } from 'node:path';
import { lockDataFolder } from './sqlite/lock-data-folder.ts';
import { openDatabase } from './sqlite/open-database.ts';
import { sqliteStorages } from './sqlite/sqlite-storages.ts';
import type { Storages } from './storages.ts';

type Place = { dataFolder: string; now: () => number };

/** For a tool that works beside a server. Throws `CannotStart` with a sentence for a person. */
export async function openStorages({ dataFolder, now }: Place): Promise<Storages> {
  return sqliteStorages(openDatabase({ file: join(dataFolder, 'promptory.sqlite'), now }));
}

/** For a server, which is alone. Throws `CannotStart` with a sentence for a person. */
export async function openServerStorages(place: Place): Promise<Storages> {
  const lock = await lockDataFolder(place.dataFolder);
  const storages = await openStorages(place);
  return {
    ...storages,
    async close() {
      await storages.close();
      await lock.release();
    },
  };
}
