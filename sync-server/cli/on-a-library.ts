/** Opens a library for a command: the settings, the owner, the services around it. */
import { newId } from '#shared/model/ids.ts';
import { accountLimitsOf } from '../services/account-full.ts';
import { type CommitMutation, createCommitMutation } from '../services/commit-mutation.ts';
import { createPokes } from '../services/pokes.ts';
import type { LibraryStorage } from '../storage/library-port.ts';
import { openStorages } from '../storage/open-storages.ts';
import { findAccount } from './on-accounts.ts';
import { settingsOf, type World, WrongArguments } from './world.ts';

export type Library = { userId: number; storage: LibraryStorage; commit: CommitMutation };

/**
 * Opens the storages of the settings for the work and closes them after.
 * Throws `CannotStart` where they cannot be opened, `WrongArguments` where no account has that name.
 */
export async function onLibraryOf<T>(
  world: World,
  user: string,
  work: (library: Library) => Promise<T>,
): Promise<T> {
  const settings = settingsOf(world);
  const { dataFolder } = settings;
  const storages = await openStorages({ dataFolder, now: world.now });
  try {
    const found = await findAccount(storages, user);
    if (found === undefined) throw new WrongArguments(`There is no user named ${user} in ${dataFolder}.`);
    const storage = storages.library;
    const commit = createCommitMutation({
      storage,
      pokes: createPokes(),
      most: accountLimitsOf(settings),
      now: world.now,
      newId: () => newId((words) => crypto.getRandomValues(words)),
      reportError: (error) => world.writeError(`${String(error)}\n`),
    });
    return await work({ userId: found.id, storage, commit });
  } finally {
    await storages.close();
  }
}
