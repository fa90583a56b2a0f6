import type { Library } from '../database/library.ts';

/**
 * Returns the ids of all prompts, the one that was changed last first: what waits here in the order of its last
 * change, then the others by their place in the feed. It reads keys of indices, and no row.
 */
export async function promptsByEdit({ db }: Library): Promise<number[]> {
  return db.transaction('r', db.prompts, db.outbox, async () => {
    const [ids, written, positions] = await Promise.all([
      db.prompts.orderBy('seq').primaryKeys(),
      db.outbox.orderBy('writes').keys(),
      db.outbox.orderBy('writes').primaryKeys(),
    ]);
    const last = new Map<string, number>();
    for (const [index, key] of written.entries()) {
      last.set(String(key), Math.max(last.get(String(key)) ?? 0, positions[index] ?? 0));
    }
    const placeOf = (id: number) => last.get(`prompt:${id}`) ?? 0;
    return ids.sort((a, b) => placeOf(a) - placeOf(b)).reverse();
  });
}
