/** A small generator (mulberry32): the same seed gives the same run on every machine. */
export type SeededRandom = {
  /** [0, 1) */
  next(): number;
  /** An integer in [0, below). */
  below(bound: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T | undefined;
  words(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer>;
};

export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number) => Math.floor(next() * bound);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (items) => items[below(items.length)],
    words(array) {
      for (let index = 0; index < array.length; index += 1) array[index] = Math.floor(next() * 2 ** 32);
      return array;
    },
  };
}
