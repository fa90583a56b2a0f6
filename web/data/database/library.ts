import Dexie, { type DexieOptions } from 'dexie';
import { z } from 'zod';
import { createListeners } from '#shared/events/listeners.ts';
import type { RowKey, Stored } from '#shared/kinds/row.ts';
import type { User } from '#shared/model/account/user.ts';
import { type Id, newId, type RandomWords } from '#shared/model/ids.ts';
import { ClientId } from '#shared/sync/wire.ts';
import type { DraftStorage } from './draft-storage.ts';
import { LibraryDb } from './library-db.ts';
import { type LoopChannel, type LoopMemory, loopMemory, readStoredLoop } from './loop-memory.ts';
import { type MetaSource, readMeta, writeMeta } from './meta.ts';
import { skipLostNumbers } from './mutation-numbers.ts';
import type { StartedCommit } from './started-commit.ts';
import type { TextAuthor } from './text-author.ts';
import { type TypedTexts, typedTexts } from './typed-texts.ts';

export type LibraryDeps = {
  random: RandomWords;
  /** This device's clock, in milliseconds; for words and provisional dates only. */
  now(): number;
  /** The storage in which texts and notes that are not in the library yet outlive the page; without it they do not. */
  drafts?: DraftStorage;
  /** Between the tabs of this browser; without it each tab knows of its own rounds only. */
  tabs?: LoopChannel;
  /** Another IndexedDB than the browser's own, for tests. */
  indexedDb?: DexieOptions & { indexedDB: Pick<IDBFactory, 'open' | 'databases'> };
};

/**
 * Whether this device takes what sync has to write. In memory: where it does not, it takes no note of that
 * either.
 */
export type StorageHealth = {
  isWell(): boolean;
  report(isWell: boolean): void;
  subscribe(listener: () => void): () => void;
};

function storageHealth(): StorageHealth {
  const { subscribe, notify } = createListeners();
  let well = true;
  return {
    isWell: () => well,
    report(isWell) {
      if (isWell === well) return;
      well = isWell;
      notify();
    },
    subscribe,
  };
}

/** One person's library on this device, open. */
export type Library = {
  user: User;
  db: LibraryDb;
  /** Names this database to the server: all tabs of a browser profile are one client. */
  client: string;
  deps: LibraryDeps;
  /** Names this page among all that this browser has open, and its drafts. */
  tab: string;
  newId(): Id;
  /** Called when a commit begins, before its transaction, so that the loop of this tab gets ready to send it. */
  onCommitStart: Set<(commit: StartedCommit) => void>;
  /** Called after each local commit, so that the loop of this tab wakes at once. */
  onCommit: Set<(commit?: StartedCommit) => void>;
  /** Called once rows of a page of the feed are stored as they came, so that a screen need not read them. */
  onArrival: Set<(rows: readonly Stored[]) => void>;
  /** Whose changes the rows are that came lately, for words only; of own changes there is none. */
  authors: Map<RowKey, TextAuthor>;
  storage: StorageHealth;
  /** The last state of the loop, in whichever tab it ran. */
  loop: LoopMemory;
  /** The texts on the screens of this page that are not in the library yet. */
  typed: TypedTexts;
};

export function libraryName(user: User): string {
  return `promptory-library-${user.id}-${user.username.normalize('NFC').toLowerCase()}`;
}

/** Opens (and the first time makes) the person's database. Rejects with Dexie's error where the browser refuses. */
export async function openLibrary(user: User, deps: LibraryDeps): Promise<Library> {
  const db = new LibraryDb(libraryName(user), deps.indexedDb);
  await db.open();
  const client = await db.transaction('rw', db.meta, async () => {
    const known = await readMeta(db, 'client', ClientId);
    if (known !== undefined) return known;
    const words = deps.random(new Uint32Array(4));
    const made = [...words].map((word) => word.toString(36)).join('');
    await writeMeta(db, 'client', made);
    return made;
  });
  await skipLostNumbers({ db });
  // A browser that cleared its storage lets an open page make an empty database of the same name. Changes must
  // not be numbered from 1 again under a name that the server knows.
  db.on(
    'ready',
    async () => {
      if ((await readMeta(db, 'client', ClientId)) !== client)
        throw new Error('This library was taken away.');
    },
    true,
  );
  const loop = loopMemory({ name: db.name, stored: await readStoredLoop(db), channel: deps.tabs });
  db.on('close', () => loop.close());
  db.on('ready', () => loop.listen(), true);
  return {
    user,
    db,
    client,
    deps,
    tab: [...deps.random(new Uint32Array(2))].join('-'),
    newId: () => newId(deps.random),
    onCommitStart: new Set(),
    onCommit: new Set(),
    onArrival: new Set(),
    authors: new Map(),
    storage: storageHealth(),
    loop,
    typed: typedTexts(),
  };
}

/** The database of this person's snapshots. */
export function snapshotsName(user: User): string {
  return `${libraryName(user)}-snapshots`;
}

/** With its snapshots: nothing of the person is left. */
export async function deleteLibrary(user: User, deps: LibraryDeps): Promise<void> {
  await new Dexie(snapshotsName(user), deps.indexedDb).delete();
  await new LibraryDb(libraryName(user), deps.indexedDb).delete();
}

/** Calls the listener when the connection was closed by somebody else than its owner. Returns how to stop. */
export function watchConnection({ db }: Library, closed: () => void): () => void {
  db.on('close', closed);
  return () => db.on.close.unsubscribe(closed);
}

/** False: the database was deleted or emptied under the app, and what is open here is not the library any more. */
export async function isStillThere(library: Library): Promise<boolean> {
  try {
    // Asked for by whoever met the end of the connection, perhaps within the transaction that ended with it.
    const client = await Dexie.ignoreTransaction(() => readMeta(library.db, 'client', ClientId));
    return client === library.client;
  } catch {
    return false;
  }
}

export const Cursor = z.object({ epoch: z.string(), seq: z.int().nonnegative() });
export type Cursor = z.infer<typeof Cursor>;

/** Returns the place of this device in the change feed; undefined before its first pull ended. */
export function readCursor(library: { db: MetaSource }): Promise<Cursor | undefined> {
  return readMeta(library.db, 'cursor', Cursor);
}

/**
 * Returns the place of the latest change that the server acknowledged, where this device has not pulled it yet. A server
 * that does not have it was put back, though it may continue the cursor.
 */
export async function readAcknowledged(library: { db: MetaSource }): Promise<Cursor | undefined> {
  const [cursor, acknowledged] = await Promise.all([
    readCursor(library),
    readMeta(library.db, 'acknowledged', Cursor),
  ]);
  return acknowledged !== undefined && acknowledged.seq > (cursor?.seq ?? -1) ? acknowledged : undefined;
}
