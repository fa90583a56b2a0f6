/**
 * Compares the records of blobs with the files, while a server may be writing.
 *
 * 1. A record is announced before its file is put in place, and taken back before the file is removed
 *    (`../blob-records-port.ts`): so a difference counts only if the record, read after the file, still contradicts it.
 * 2. Nothing is held but a page of records.
 */
import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { blobPath, filesName, sha256Of } from '../backup/archive.ts';
import type { LiveDatabase } from '../sqlite/live-database.ts';
import type { Finding } from './finding.ts';

type Difference = { count: number; first: string };
type Differences = { missing: Difference; changed: Difference; unknown: Difference };

export async function inspectBlobs(
  dataFolder: string,
  database: LiveDatabase,
  { deep }: { deep: boolean },
): Promise<Finding[]> {
  const none = (): Difference => ({ count: 0, first: '' });
  const found: Differences = { missing: none(), changed: none(), unknown: none() };
  await compareRecords(dataFolder, database, { deep, found });
  await compareFiles(dataFolder, database, found);
  return [
    ...finding(found.missing, 'stored files are missing', 'put them back from a backup'),
    ...finding(found.changed, 'stored files are damaged', 'put them back from a backup'),
    ...finding(found.unknown, 'files are in no record', 'remove them if they are not yours'),
  ];
}

async function compareRecords(
  dataFolder: string,
  database: LiveDatabase,
  { deep, found }: { deep: boolean; found: Differences },
): Promise<void> {
  let place = 0;
  for (;;) {
    const page = database.storedBlobs(place);
    for (const record of page) {
      place = record.place;
      const path = join(dataFolder, blobPath(record));
      const state = await compare(path, record, deep);
      const isStored = () => database.blobState(record.userId, record.sha256) === 'stored';
      if (state !== 'same' && isStored()) add(found[state], path);
    }
    if (page.length === 0) return;
  }
}

async function compare(
  path: string,
  { size, sha256 }: { size: number; sha256: string },
  deep: boolean,
): Promise<'same' | 'missing' | 'changed'> {
  const seen = await stat(path).catch(() => undefined);
  if (seen === undefined) return 'missing';
  if (seen.size !== size) return 'changed';
  return deep && (await sha256Of(path)) !== sha256 ? 'changed' : 'same';
}

async function compareFiles(dataFolder: string, database: LiveDatabase, found: Differences): Promise<void> {
  const root = join(dataFolder, filesName);
  const all = await opendir(root, { recursive: true }).catch(() => undefined);
  for await (const entry of all ?? []) {
    const path = join(entry.parentPath, entry.name);
    const inside = path.slice(root.length + 1);
    // Drafts, which `inspectLeftovers` looks at.
    if (!entry.isFile() || /^(temporary|partial)\//.test(inside)) continue;
    const [, userId = '', start = '', sha256 = ''] =
      /^(\d+)\/([0-9a-f]{2})\/([0-9a-f]{64})$/.exec(inside) ?? [];
    const isNamed = sha256 !== '' && sha256.startsWith(start);
    if (!isNamed || database.blobState(Number(userId), sha256) === 'unknown') add(found.unknown, path);
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
