/** Opens a library for the command line tools: the arguments, its owner, the services around it. */
import { newId } from '#shared/model/ids.ts';
import { usernameKey } from '#shared/model/user.ts';
import { readEnvironment } from './environment.ts';
import { type CommitMutation, createCommitMutation } from './services/commit-mutation.ts';
import { createPokes } from './services/pokes.ts';
import { CannotStart } from './storage/cannot-start.ts';
import type { LibraryStorage } from './storage/library-port.ts';
import { openStorages } from './storage/open-storages.ts';

export type Library = { userId: number; storage: LibraryStorage; commit: CommitMutation };

/**
 * Opens the storages of this environment for the work and closes them after.
 * Throws `CannotStart` where it cannot be opened or nobody has that name.
 */
export async function onLibraryOf<T>(user: string, work: (library: Library) => Promise<T>): Promise<T> {
  const { dataFolder, maxRowsPerUser, maxTextPerUser } = readEnvironment(process.env);
  process.umask(0o077);
  const storages = await openStorages({ dataFolder, now: Date.now });
  try {
    const found = await storages.accounts.findUser(usernameKey(user));
    if (found === undefined) throw new CannotStart(`There is no user named ${user} in ${dataFolder}.`);
    const storage = storages.library;
    const commit = createCommitMutation({
      storage,
      pokes: createPokes(),
      most: { rows: maxRowsPerUser, textBytes: maxTextPerUser },
      now: Date.now,
      newId: () => newId((words) => crypto.getRandomValues(words)),
      reportError: (error) => console.error(error),
    });
    return await work({ userId: found.id, storage, commit });
  } finally {
    await storages.close();
  }
}

/** Runs a command on its arguments. What a person can mend is one sentence and exit code 2. */
export async function runCommand(command: (args: string[]) => Promise<void>): Promise<void> {
  try {
    await command(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    console.error(error.message);
    process.exitCode = 2;
  }
}
