/**
 * Keeps account of the files of kept projects that could not be fetched: the sync centre names them with the reason,
 * as it does with files that cannot be sent (`uploads.ts`). A file that is not wanted any more is passed over, and
 * dropped with the next failure.
 */
import { z } from 'zod';
import { isStalled, stalledOn, type UploadStall } from '#shared/sync/status.ts';
import type { Library } from '../database/library.ts';
import { readMeta, writeMeta } from '../database/meta.ts';
import { blobsToFetch } from './blob-storage.ts';

const FailedDownloads = z.record(
  z.string(),
  z.object({ since: z.string(), until: z.string(), reason: z.enum(['network', 'server']) }),
);
type FailedDownloads = z.infer<typeof FailedDownloads>;

const readFailed = async ({ db }: Library): Promise<FailedDownloads> =>
  (await readMeta(db, 'stalledDownloads', FailedDownloads)) ?? {};

/** One more try came to nothing, although the server was there. */
export async function noteFailedDownload(
  library: Library,
  sha256: string,
  reason: UploadStall['reason'],
): Promise<void> {
  const { db, deps } = library;
  await db.transaction('rw', db.meta, db.resources, db.files, async () => {
    const before = await readFailed(library);
    const wanted = new Set((await blobsToFetch(library)).map((blob) => blob.sha256));
    const stall = stalledOn(before[sha256], { at: deps.now(), reason });
    const failed = Object.entries({ ...before, [sha256]: stall }).filter(([key]) => wanted.has(key));
    await writeMeta(db, 'stalledDownloads', Object.fromEntries(failed));
  });
}

/** The file is here now, or the server does not have it. */
export async function forgetFailedDownload(library: Library, sha256: string): Promise<void> {
  const { db } = library;
  if (!(sha256 in (await readFailed(library)))) return;
  await db.transaction('rw', db.meta, async () => {
    const { [sha256]: _passed, ...others } = await readFailed(library);
    await writeMeta(db, 'stalledDownloads', others);
  });
}

/** A file that is to be here and that cannot be fetched, as one of its rows names it. */
export type FailedDownload = { id: number; name: string; size: number; reason: UploadStall['reason'] };

/** Returns those that have failed for so long that they will not come by themselves. */
export async function failedDownloads(library: Library): Promise<FailedDownload[]> {
  const failed = await readFailed(library);
  if (Object.keys(failed).length === 0) return [];
  const lacking = (await blobsToFetch(library)).filter(({ sha256 }) => isStalled(failed[sha256]));
  const rows = await library.db.resources.bulkGet(lacking.map(({ id }) => id));
  return rows.flatMap((found) => {
    const reason = found && failed[found.row.sha256]?.reason;
    return reason ? [{ id: found.id, name: found.row.name, size: found.row.fileSize, reason }] : [];
  });
}
