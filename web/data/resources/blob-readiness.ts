/** How many of the library's files this device has, and which it could still fetch before it leaves the network. */
import type { Resource } from '#shared/model/resource.ts';
import type { Library } from '../database/library.ts';
import { type BlobToFetch, keptProjects, storedBlobs } from './blob-storage.ts';

/** Files as a person counts them: the same bytes under two names are two. */
export type BlobReadiness = {
  total: number;
  here: number;
  /** The blobs that fit: each once, those of projects that are kept offline first, then small ones. */
  toFetch: BlobToFetch[];
  fetchBytes: number;
  /** On the server, and more than files may take here. */
  tooMuch: { count: number; bytes: number };
  limitBytes: number;
  /** Neither here nor on the server: another device has yet to send them. */
  elsewhere: number;
};

/** The result of fetching all of `toFetch`. */
export type BlobsFetched = 'done' | 'interrupted' | 'deviceFull';

type Bytes = { row: Resource; seq: number; rows: number; available: boolean; kept: boolean };

export async function blobReadiness(library: Library): Promise<BlobReadiness> {
  const { db } = library;
  const [rows, keys, { usedBytes, limitBytes }, projects] = await Promise.all([
    db.resources.toArray(),
    db.files.toCollection().primaryKeys(),
    storedBlobs(library),
    keptProjects(library),
  ]);
  const onDevice = new Set(keys);
  const kept = new Set(projects);
  const missing = new Map<string, Bytes>();
  for (const { row, seq } of rows.filter(({ row }) => !onDevice.has(row.sha256))) {
    const known = missing.get(row.sha256);
    const isKept = kept.has(row.projectId) || known?.kept === true;
    const named = row.available || known === undefined ? { row, seq } : known;
    const available = row.available || known?.available === true;
    missing.set(row.sha256, { ...named, available, kept: isKept, rows: (known?.rows ?? 0) + 1 });
  }
  const lacking = [...missing.values()];
  const readiness: BlobReadiness = {
    total: rows.length,
    here: rows.length - sum(lacking, ({ rows }) => rows),
    toFetch: [],
    fetchBytes: 0,
    tooMuch: { count: 0, bytes: 0 },
    limitBytes,
    elsewhere: sum(
      lacking.filter(({ available }) => !available),
      ({ rows }) => rows,
    ),
  };
  for (const { row, seq, rows, kept } of lacking.filter(({ available }) => available).sort(inOrder)) {
    // What is kept offline comes in any case, so it is counted before the rest.
    if (kept || usedBytes + readiness.fetchBytes + row.fileSize <= limitBytes) {
      readiness.toFetch.push({ id: row.id, sha256: row.sha256, seq });
      readiness.fetchBytes += row.fileSize;
    } else {
      readiness.tooMuch.count += rows;
      readiness.tooMuch.bytes += row.fileSize;
    }
  }
  return readiness;
}

function inOrder(a: Bytes, b: Bytes): number {
  return Number(b.kept) - Number(a.kept) || a.row.fileSize - b.row.fileSize;
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
