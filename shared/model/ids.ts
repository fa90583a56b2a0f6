import { z } from 'zod';

const largestId = 2 ** 52 - 1;

/**
 * Ids are chosen by whoever creates the row: 52 random bits, never 0, always a safe integer.
 * There is no temporary id: an id made without a network is the id for ever.
 */
export const Id = z.int().min(1).max(largestId);
export type Id = z.infer<typeof Id>;

const pathId = /^[1-9]\d{0,15}$/;

/** An id in a path segment: decimal digits only, no sign, no leading zero. */
export const PathId = z.string().regex(pathId).transform(Number).pipe(Id);

/** Returns the id that `PathId` reads, without what the schema makes on its way; null where it reads none. */
export function readPathId(segment: string): Id | null {
  if (!pathId.test(segment)) return null;
  const id = Number(segment);
  return id <= largestId ? id : null;
}

/** Fills the array with random 32-bit numbers; `crypto.getRandomValues` fits. */
export type RandomWords = (words: Uint32Array<ArrayBuffer>) => Uint32Array<ArrayBuffer>;

/** Returns a number from 0 to 1, without 1. */
export function newFraction(random: RandomWords): number {
  return (random(new Uint32Array(1))[0] ?? 0) / 2 ** 32;
}

export function newId(random: RandomWords): Id {
  const words = random(new Uint32Array(2));
  const id = ((words[0] ?? 0) & 0xfffff) * 2 ** 32 + (words[1] ?? 0);
  return id === 0 ? newId(random) : id;
}
