/** Opens a library for a command: the settings, the owner, the services around it. */
import { newId } from '#shared/model/ids.ts';
import type { Environment } from '../../environment.ts';
import { createStoreBlob } from '../../services/blobs/store-blob.ts';
import { createUploadBytes, type UploadBytes } from '../../services/blobs/upload-bytes.ts';
import { accountLimitsOf } from '../../services/change/account-full.ts';
import { type CommitMutation, createCommitMutation } from '../../services/change/commit-mutation.ts';
import { createPokes, type Pokes } from '../../services/change/pokes.ts';
import { giveToOwner } from '../../storage/data-folder/give-to-owner.ts';
import { openBlobs } from '../../storage/open-blobs.ts';
import { openStorages } from '../../storage/open-storages.ts';
import type { BlobStorage } from '../../storage/ports/blob-storage.ts';
import type { LibraryStorage } from '../../storage/ports/library-port.ts';
import type { TakeTurn } from '../../storage/ports/turns-port.ts';
import { findAccount } from '../on-accounts.ts';
import { databaseOf, settingsOf, type World, WrongArguments } from '../world.ts';

export type Library = {
  userId: number;
  storage: LibraryStorage;
  commit: CommitMutation;
  uploads: Pick<UploadBytes, 'append'>;
  newId(): number;
};

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
  const storages = await openStorages({ ...settings, now: world.now });
  try {
    const found = await findAccount(storages, user);
    if (found === undefined)
      throw new WrongArguments(`There is no user named ${user} in ${databaseOf(settings)}.`);
    const storage = storages.library;
    const { nodes } = storages;
    const pokes = createPokes({ nodes, latestSeq: storage.latestSeq, onPoke() {} });
    const drawId = () => newId((words) => crypto.getRandomValues(words));
    const commit = createCommitMutation({
      ...{ storage, pokes, newId: drawId },
      most: accountLimitsOf(settings),
      now: world.now,
      reportError: (error) => world.writeError(`${String(error)}\n`),
    });
    const files = await openBlobs(settings);
    const uploads = uploadsOf({ storage, files, pokes, turn: nodes.turn, settings });
    return await work({ userId: found.id, storage, commit, uploads, newId: drawId });
  } finally {
    await storages.close();
    await giveToOwner(settings.dataFolder);
  }
}

function uploadsOf(deps: {
  storage: LibraryStorage;
  files: BlobStorage;
  pokes: Pokes;
  turn: TakeTurn;
  settings: Environment;
}): UploadBytes {
  const { storage, files, pokes, turn, settings } = deps;
  const maxStorage = settings.maxStoragePerUser;
  const keep = createStoreBlob({ blobs: storage.blobs, files, pokes, turn, maxStorage });
  return createUploadBytes({ storage, files, keep, clearAbandoned: async () => {}, maxStorage });
}
