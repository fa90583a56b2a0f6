/**
 * Keeps account of blobs that the server does not have: one record for each, until the feed shows that it has
 * them.
 *
 * 1. A record goes when a row says `available`, which only a pull writes: an answer to an upload is no truth.
 * 2. Bytes that are here and that the server turned out not to have get a record, whoever put them here.
 * 3. Giving up an upload deletes its row, since nobody else could ever have the bytes.
 */
import { isStalled, stalledOn, type UploadCounts, type UploadStall } from '#shared/sync/status.ts';
import { commitInside } from '../commit/commit.ts';
import type { CommitOutcome } from '../commit/commit-outcome.ts';
import type { Library } from '../database/library.ts';
import type { UploadRecord } from '../database/library-db.ts';
import { argsNamed } from '../outbox/outbox-table.ts';
import { dropUnreferenced, inertBlob, readBytes } from './blobs.ts';

/** Puts records, bytes and rows in step; after each pull, and before anything is sent. */
export async function settleUploads(library: Library): Promise<void> {
  const { db } = library;
  // Most passes find no file at all, and need not keep a commit waiting for that.
  if ((await db.fileUses.count()) + (await db.uploads.count()) === 0) return;
  await db.transaction('rw', db.everything, async () => {
    await dropUnreferenced(library);
    const uses = await db.fileUses.toArray();
    if (uses.length === 0) return;
    const sha256s = uses.map(({ sha256 }) => sha256);
    const rows = await db.resources.where('row.sha256').anyOf(sha256s).toArray();
    const onServer = new Set(rows.filter(({ row }) => row.available).map(({ row }) => row.sha256));
    const shown = new Set(rows.map(({ row }) => row.sha256));
    const records = new Map((await db.uploads.toArray()).map((record) => [record.sha256, record]));
    await db.uploads.bulkDelete([...records.keys()].filter((sha256) => onServer.has(sha256)));
    const missing = uses.filter(({ sha256 }) => {
      const state = records.get(sha256)?.state;
      return shown.has(sha256) && !onServer.has(sha256) && (state === undefined || state === 'cancelled');
    });
    await db.uploads.bulkPut(
      missing.map(({ sha256, size }) => ({ sha256, sent: 0, total: size, state: 'waiting' as const })),
    );
  });
}

/** Returns the uploads that can be sent now: wanted, not refused, and of a row that the server has. Small ones first. */
export async function uploadsToSend({ db }: Library): Promise<UploadRecord[]> {
  const open = (await db.uploads.toArray()).filter(isOpen);
  if (open.length === 0) return [];
  const rows = await db.resources
    .where('row.sha256')
    .anyOf(open.map(({ sha256 }) => sha256))
    .toArray();
  const kept = await db.confirmed.bulkGet(rows.map(({ id }) => `resource:${id}`));
  const known = new Set(
    rows
      .filter((_, index) => {
        const record = kept[index];
        return record === undefined || (record.stored !== null && !record.stored.deleted);
      })
      .map(({ row }) => row.sha256),
  );
  return open.filter(({ sha256 }) => known.has(sha256)).sort((a, b) => a.total - b.total);
}

function isOpen({ state }: UploadRecord): boolean {
  return state === 'waiting' || state === 'sending';
}

/** From `start` up to, not including, `end`; undefined where the bytes are not here any more. */
export async function uploadPiece(
  { db }: Library,
  { sha256, start, end }: { sha256: string; start: number; end: number },
): Promise<Blob | undefined> {
  const bytes = await readBytes(db, sha256);
  return bytes === undefined ? undefined : inertBlob(bytes.slice(start, end));
}

/** Writes how far it is; false where it was given up in the meantime, in this tab or another. */
export async function noteUpload(
  { db }: Library,
  sha256: string,
  change: Pick<UploadRecord, 'state'> & Partial<Pick<UploadRecord, 'sent' | 'reason'>>,
): Promise<boolean> {
  return db.transaction('rw', db.uploads, async () => {
    const record = await db.uploads.get(sha256);
    if (record === undefined || !isOpen(record)) return false;
    const { stall, ...rest } = record;
    const movedOn = change.sent !== undefined && change.sent > record.sent;
    await db.uploads.put({ ...rest, ...change, ...(stall === undefined || movedOn ? {} : { stall }) });
    return true;
  });
}

/** One more try came to nothing. `reason`: null where no text reaches the server either: it is not this file. */
export async function noteFailedTry(
  { db, deps }: Library,
  sha256: string,
  reason: UploadStall['reason'] | null,
): Promise<void> {
  await db.transaction('rw', db.uploads, async () => {
    const record = await db.uploads.get(sha256);
    if (record === undefined || !isOpen(record)) return;
    const { stall: before, ...rest } = record;
    const stall = reason === null ? {} : { stall: stalledOn(before, { at: deps.now(), reason }) };
    await db.uploads.put({ ...rest, ...stall });
  });
}

/** Gives up an upload: its row goes. One that is over by now is kept, and says so: others may have the file. */
export async function cancelUpload(library: Library, id: number): Promise<CommitOutcome> {
  const { db } = library;
  const outcome = await db.write(db.everything, async (): Promise<CommitOutcome> => {
    const row = (await db.resources.get(id))?.row;
    if (row === undefined) return { ok: true };
    if (row.available) return { ok: false, code: 'changed_since', errors: [] };
    const committed = await commitInside(library, 'deleteResource', { id });
    if (!committed.ok) return committed;
    const others = await db.resources.where('row.sha256').equals(row.sha256).count();
    if (others === 0) await db.uploads.update(row.sha256, { state: 'cancelled' });
    return committed;
  });
  for (const wake of library.onCommit) wake();
  return outcome;
}

/** Tries a refused upload again, from wherever the server says that it is. */
export async function retryUpload(library: Library, id: number): Promise<void> {
  const { db } = library;
  await db.transaction('rw', db.resources, db.uploads, async () => {
    const sha256 = (await db.resources.get(id))?.row.sha256;
    const record = sha256 === undefined ? undefined : await db.uploads.get(sha256);
    if (record?.state !== 'refused') return;
    const { reason: _reason, stall: _stall, ...rest } = record;
    await db.uploads.put({ ...rest, state: 'waiting' });
  });
  for (const wake of library.onCommit) wake();
}

export async function countUploads({ db }: Library): Promise<UploadCounts> {
  const counts: UploadCounts = { waiting: 0, refused: 0, stuck: 0 };
  await db.uploads.each((record) => {
    if (record.state === 'refused') counts.refused += 1;
    if (!isOpen(record)) return;
    counts.waiting += 1;
    if (isStalled(record.stall)) counts.stuck += 1;
  });
  return counts;
}

/** An upload with a row that is about it, and so with a name. */
export type NamedUpload = { id: number; name: string; upload: UploadRecord };

/** Returns the uploads that are pending or refused: refused ones first, then those that make no progress. */
export async function openUploads({ db }: Library): Promise<NamedUpload[]> {
  const records = (await db.uploads.toArray()).filter(({ state }) => state !== 'cancelled');
  const bySha256 = new Map(records.map((upload) => [upload.sha256, upload]));
  const rows = await db.resources
    .where('row.sha256')
    .anyOf([...bySha256.keys()])
    .toArray();
  const named = rows.flatMap(({ id, row }) => {
    const upload = bySha256.get(row.sha256);
    // The same bytes are sent once, whatever they are called.
    return upload !== undefined && bySha256.delete(row.sha256) ? [{ id, name: row.name, upload }] : [];
  });
  return named.sort((a, b) => rank(a) - rank(b) || a.id - b.id);
}

function rank({ upload }: NamedUpload): number {
  if (upload.state === 'refused') return 0;
  return isStalled(upload.stall) ? 1 : 2;
}

/** Files that only this device has and that no entry of the outbox speaks for: what a sign-out would lose. */
export async function unsentUploads({ db }: Library): Promise<number> {
  const records = (await db.uploads.toArray()).filter(({ state }) => state !== 'cancelled');
  if (records.length === 0) return 0;
  const committed = JSON.stringify(await argsNamed(db, 'createResource'));
  return records.filter(({ sha256 }) => !committed.includes(sha256)).length;
}
