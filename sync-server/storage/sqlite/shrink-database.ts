import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { OpenDatabase } from './open-database.ts';

/** Below this share of empty pages, or this number, nothing is gained. */
const least = { share: 0.2, pages: 256 };
/** Pages of one transaction: some milliseconds, between other people's requests. */
const portion = 64;

/**
 * Gives the pages that deletions left empty back to the file system, where they are a fifth of the file. Returns the
 * bytes. A database that an older version made has no map of its pages, and stays as it is.
 */
export async function shrinkDatabase({ connection }: Pick<OpenDatabase, 'connection'>): Promise<number> {
  const pragma = (name: string) => z.number().parse(connection.pragma(name, { simple: true }));
  const isIncremental = pragma('auto_vacuum') === 2;
  const empty = pragma('freelist_count');
  if (!isIncremental || empty < least.pages || empty < pragma('page_count') * least.share) return 0;
  let left = empty;
  for (;;) {
    connection.pragma(`incremental_vacuum(${portion})`);
    const now = pragma('freelist_count');
    if (now === 0 || now >= left) return (empty - now) * pragma('page_size');
    left = now;
    await nextTurn();
  }
}
