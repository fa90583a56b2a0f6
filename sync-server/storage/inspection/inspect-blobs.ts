/**
 * Compares the records of blobs with the files, while a server may be writing.
 *
 * 1. A record is announced before its file is put in place, and taken back before the file is removed
 *    (`../blob-records-port.ts`): so a difference counts only if the record, read after the file, still contradicts it.
 * 2. Nothing is held but a page of records.
 */
import type { Finding } from './finding.ts';
import type { BlobRecord, InspectedDatabase } from './inspected-database.ts';
import type { InspectedFiles } from './inspected-files.ts';

type Difference = { count: number; first: string };
type Differences = { missing: Difference; changed: Difference; unknown: Difference };

/** Files that are asked about at the same time: of a bucket, each is a request. */
const mostAtOnce = 16;

export async function inspectBlobs(
  files: InspectedFiles,
  database: InspectedDatabase,
  { deep }: { deep: boolean },
): Promise<Finding[]> {
  const none = (): Difference => ({ count: 0, first: '' });
  const found: Differences = { missing: none(), changed: none(), unknown: none() };
  await compareRecords(files, database, { deep, found });
  await compareFiles(files, database, found);
  return [
    ...finding(found.missing, 'stored files are missing', 'put them back from a backup'),
    ...finding(found.changed, 'stored files are damaged', 'put them back from a backup'),
    ...finding(found.unknown, 'files are in no record', 'remove them if they are not yours'),
  ];
}

async function compareRecords(
  files: InspectedFiles,
  database: InspectedDatabase,
  { deep, found }: { deep: boolean; found: Differences },
): Promise<void> {
  let after: BlobRecord | undefined;
  for (;;) {
    const page = await database.storedBlobs(after);
    for (let at = 0; at < page.length; at += mostAtOnce) {
      const records = page.slice(at, at + mostAtOnce);
      const states = await Promise.all(records.map((record) => compare(files, record, deep)));
      for (const [nth, record] of records.entries()) {
        after = record;
        const state = states[nth] ?? 'same';
        if (state !== 'same' && (await database.blobState(record)) === 'stored')
          add(found[state], files.placeOf(record));
      }
    }
    if (page.length === 0) return;
  }
}

async function compare(
  files: InspectedFiles,
  record: BlobRecord,
  deep: boolean,
): Promise<'same' | 'missing' | 'changed'> {
  const size = await files.size(record);
  if (size === undefined) return 'missing';
  if (size !== record.size) return 'changed';
  return deep && (await files.sha256(record)) !== record.sha256 ? 'changed' : 'same';
}

async function compareFiles(
  files: InspectedFiles,
  database: InspectedDatabase,
  found: Differences,
): Promise<void> {
  for await (const { place, name } of files.all()) {
    if (name === undefined || (await database.blobState(name)) === 'unknown') add(found.unknown, place);
  }
}

function add(difference: Difference, path: string): void {
  difference.count += 1;
  difference.first ||= path;
}

function finding({ count, first }: Difference, problem: string, remedy: string): Finding[] {
  if (count === 0) return [];
  return [{ level: 'problem', sentence: `${count} ${problem}, like ${first}: ${remedy}.` }];
}
