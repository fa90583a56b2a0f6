/**
 * The account of the server that this library goes with. A server that was emptied knows nobody any more: the
 * same person has another account there, and the library stays where it is, under the name it was made with.
 *
 * 1. One account at a time; nothing is said or heard under another.
 * 2. Of a new account's feed this device knows nothing: before anything is said to it or taken from it, a
 *    person says whose words count.
 * Before: `session.ts`, which knows that it is the same person. After: the next round, which is told "reset".
 */
import { Id } from '#shared/model/ids.ts';
import type { Cursor, Library } from './library.ts';
import { type MetaKey, type MetaSource, readMeta, writeMeta } from './meta.ts';

/** A place in a feed that no server has: the names of theirs are drawn. */
const nowhere: Cursor = { epoch: 'none', seq: 0 };

export async function accountOf({ db, user }: Pick<Library, 'user'> & { db: MetaSource }): Promise<number> {
  return (await readMeta(db, 'account', Id)) ?? user.id;
}

export async function adoptAccount(library: Library, account: number): Promise<void> {
  const { db } = library;
  await db.transaction('rw', db.meta, async () => {
    if ((await accountOf(library)) === account) return;
    await writeMeta(db, 'account', account);
    await writeMeta(db, 'cursor', nowhere);
    await db.meta.delete('acknowledged' satisfies MetaKey);
  });
}
