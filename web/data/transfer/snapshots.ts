/**
 * Copies of the library on this device, as it was: one a day, the newest few, each a compressed library file.
 * What a person brings back from one comes in like any library file: nothing is removed or replaced.
 *
 * Bytes of files are not copied: those that matter are never let go of as it is.
 *
 * In a database of their own: the one that they are a copy of may be damaged, or be about to be migrated.
 */

import Dexie, { type EntityTable } from 'dexie';
import { type Library, libraryName, snapshotsName } from '../database/library.ts';
import { LibraryDb } from '../database/library-db.ts';
import { nextTurn } from '../resources/sha256.ts';
import { jsonParts } from './json-parts.ts';
import { exportLibrary, libraryExportName } from './library-export.ts';

export type SnapshotReason = 'daily' | 'migration';

type SnapshotRecord = { id: number; at: string; reason: SnapshotReason; gzip: ArrayBuffer };

export type Snapshot = { id: number; at: string; reason: SnapshotReason; bytes: number };

class SnapshotsDb extends Dexie {
  declare readonly snapshots: EntityTable<SnapshotRecord, 'id'>;

  constructor(library: SnapshotSource) {
    super(snapshotsName(library.user), { chromeTransactionDurability: 'strict', ...library.deps.indexedDb });
    this.version(1).stores({ snapshots: '++id' });
  }
}

export type SnapshotSource = Pick<Library, 'user' | 'deps'>;

const day = 24 * 60 * 60 * 1000;
const mostKept = 3;

/** Takes today's copy where there is none yet; true where it took one. An empty library has nothing to keep. */
export async function takeDailySnapshot(library: Library): Promise<boolean> {
  const now = library.deps.now();
  const [newest] = (await snapshotsOf(library)).filter(({ reason }) => reason === 'daily');
  // A clock that was set back takes none until it has caught up, and loses none.
  if (newest !== undefined && now - Date.parse(newest.at) < day) return false;
  if ((await library.db.prompts.count()) === 0) return false;
  await takeSnapshot(library, 'daily');
  return true;
}

export async function takeSnapshot(library: Library, reason: SnapshotReason): Promise<void> {
  await keep(library, reason, await exportLibrary(library, { bytes: 'none' }));
}

/**
 * Before a newer app changes the shape of what an older one wrote: the copy is of the old shape, and is read as
 * any library file is. True where it took one. Call it before the library is opened.
 */
export async function takeSnapshotBeforeMigration(source: SnapshotSource): Promise<boolean> {
  const name = libraryName(source.user);
  const factory = source.deps.indexedDb?.indexedDB ?? globalThis.indexedDB;
  const known = (await factory.databases()).find((each) => each.name === name)?.version;
  const wanted = new LibraryDb(name, source.deps.indexedDb).verno;
  // Dexie counts in tenths.
  if (known === undefined || known >= wanted * 10) return false;
  const old = await new Dexie(name, source.deps.indexedDb).open();
  try {
    await keep(source, 'migration', await copyOf(old, source));
  } finally {
    old.close();
  }
  return true;
}

async function copyOf(old: Dexie, { user, deps }: SnapshotSource): Promise<object> {
  const all = (table: string): Promise<Record<string, unknown>[]> =>
    old.tables.some(({ name }) => name === table) ? old.table(table).toArray() : Promise.resolve([]);
  const rows = async (table: string) => (await all(table)).map(({ row }) => row);
  const apart = new Map((await all('outboxArgs')).map(({ position, args }) => [position, args]));
  return {
    format: 'promptory-library',
    version: 1,
    exportedAt: new Date(deps.now()).toISOString(),
    username: user.username,
    client: (await all('meta')).find(({ key }) => key === 'client')?.value,
    projects: await rows('projects'),
    prompts: await rows('prompts'),
    versions: await rows('versions'),
    keptRuns: await rows('keptRuns'),
    testCases: await rows('testCases'),
    resources: await rows('resources'),
    unknown: (await all('unknownChanges')).map(({ history, change }) => ({ history, change })),
    waiting: (await all('outbox')).map(({ position, name, args, createdAt }) => ({
      name,
      args: args ?? apart.get(position),
      createdAt,
    })),
  };
}

async function keep(library: SnapshotSource, reason: SnapshotReason, copy: object): Promise<void> {
  const gzip = await throughStream(textStream(jsonParts(copy)), new CompressionStream('gzip'));
  const at = new Date(library.deps.now()).toISOString();
  await using opened = open(library);
  const { db } = opened;
  await db.transaction('rw', db.snapshots, async () => {
    await db.snapshots.add({ at, reason, gzip });
    const ids = await db.snapshots.orderBy('id').primaryKeys();
    await db.snapshots.bulkDelete(ids.slice(0, Math.max(0, ids.length - mostKept)));
  });
}

/** Newest first. */
export async function snapshotsOf(library: SnapshotSource): Promise<Snapshot[]> {
  await using opened = open(library);
  const found = await opened.db.snapshots.orderBy('id').reverse().toArray();
  return found.map(({ id, at, reason, gzip }) => ({ id, at, reason, bytes: gzip.byteLength }));
}

/** Returns a copy as the library file that it is; null where it is not there any more. */
export async function snapshotFile(library: SnapshotSource, id: number): Promise<File | null> {
  await using opened = open(library);
  const found = await opened.db.snapshots.get(id);
  if (found === undefined) return null;
  const bytes = await throughStream(new Blob([found.gzip]).stream(), new DecompressionStream('gzip'));
  return new File(
    [bytes],
    libraryExportName({ exportedAt: found.at, username: library.user.username }, 'copy'),
  );
}

/** Open only while it is used: a copy must never stand in the way of signing out. */
function open(library: SnapshotSource) {
  const db = new SnapshotsDb(library);
  return {
    db,
    async [Symbol.asyncDispose]() {
      db.close();
    },
  };
}

function throughStream(
  from: ReadableStream<Uint8Array<ArrayBuffer>>,
  by: CompressionStream | DecompressionStream,
): Promise<ArrayBuffer> {
  return new Response(from.pipeThrough(by)).arrayBuffer();
}

/** Returns the parts as UTF-8, with a turn of the page before each. */
function textStream(parts: Iterator<string>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      await nextTurn();
      const { done, value } = parts.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
}
