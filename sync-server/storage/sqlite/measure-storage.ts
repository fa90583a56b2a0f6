import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { StorageSize } from '../storages.ts';
import type { OpenDatabase } from './open-database.ts';

const portion = 20_000;

/** Measures the database and adds up the recorded sizes of files, in portions between other work. */
export async function measureStorage({ connection }: Pick<OpenDatabase, 'connection'>): Promise<StorageSize> {
  const pragma = (name: string) => z.number().parse(connection.pragma(name, { simple: true }));
  const pageBytes = pragma('page_size');
  const size = {
    databaseBytes: pragma('page_count') * pageBytes,
    databaseFreeBytes: pragma('freelist_count') * pageBytes,
    blobs: 0,
    blobBytes: 0,
  };
  const read = connection.prepare<[number, number]>(
    `SELECT max(rowid) AS last, count(*) AS blobs, coalesce(sum(size), 0) AS bytes
      FROM (SELECT rowid, size FROM blobs WHERE rowid > ? ORDER BY rowid LIMIT ?)`,
  );
  for (let after = 0; ; ) {
    const found = Portion.parse(read.get(after, portion));
    if (found.last === null) return size;
    size.blobs += found.blobs;
    size.blobBytes += found.bytes;
    after = found.last;
    await nextTurn();
  }
}

const Portion = z.object({ last: z.int().nullable(), blobs: z.int(), bytes: z.int() });
