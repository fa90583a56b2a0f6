/**
 * Draws the numbers of mutations: each names one attempt to send one.
 *
 * 1. A number is given once and never again, whatever becomes of the mutation: with the client's id it is the
 *    idempotency key that the server stores an answer under.
 * 2. Numbers that a relaxed transaction drew may be lost with the power after they were sent. `skipLostNumbers` leaves
 *    them out whenever the library is opened (docs/decisions/025).
 */
import { z } from 'zod';
import type { LibraryDb } from './library-db.ts';
import { type MetaSource, readMeta, writeMeta } from './meta.ts';

type Library = { db: LibraryDb };

/** More than are ever drawn before the disk catches up. */
const numbersSkipped = 1_000_000;

/**
 * Leaves out numbers that were drawn, perhaps sent, and forgotten with the power. A disk that is full does not store
 * that, and may have run full after it had taken what was lost: then every number of this opening is drawn so, and
 * stored strictly.
 */
export async function skipLostNumbers({ db }: Library): Promise<void> {
  try {
    await db.transaction('rw', db.meta, async () => {
      const next = await readMeta(db, 'nextNumber', Next);
      if (next !== undefined) await writeNumber({ db }, next + numbersSkipped);
    });
  } catch {
    db.skipsLostNumbers = true;
  }
}

const Next = z.int().positive();

/** Draws one number. */
export async function nextNumber(library: Library): Promise<number> {
  const number = await readNumber(library);
  await writeNumber(library, number + 1);
  return number;
}

/** Gives as many numbers as `act` asks for, with one read and one write. */
export async function withNumbers<Result>(
  library: Library,
  act: (next: () => number) => Result,
): Promise<Result> {
  const first = await readNumber(library);
  let number = first;
  const result = act(() => {
    number += 1;
    return number - 1;
  });
  if (number !== first) await writeNumber(library, number);
  return result;
}

/** Returns the number that the next mutation gets. */
export async function readNumber({ db }: { db: MetaSource }): Promise<number> {
  const next = (await readMeta(db, 'nextNumber', Next)) ?? 1;
  return db.skipsLostNumbers ? next + numbersSkipped : next;
}

export async function writeNumber({ db }: Library, next: number): Promise<void> {
  await writeMeta(db, 'nextNumber', next);
}
