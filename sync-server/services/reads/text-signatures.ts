/**
 * Excludes texts that do not have a word, by a signature of each: a Bloom filter of its letters, pairs and triples.
 *
 * 1. It never excludes a text that has the word; what it lets pass is compared with the text itself.
 * 2. Letters are UTF-16 units of the lower-cased text, as the search compares them, in whatever script.
 * 3. A signature takes two bits for each unit. Where all of them would take more than their budget, each is folded
 *    to half of its size, which lets more texts pass and excludes none wrongly.
 */

/** Words of 32 bits. A text of more than 32,768 units has few triples that it did not have before. */
const least = 8;
const most = 2048;
const chunkWords = 65_536;

export type TextSignatures = {
  /** Returns the place of the signature of a text. */
  add(lowered: string): number;
  remove(place: number): void;
  /** `units` as `unitsOf` returns them. */
  mayHave(place: number, units: readonly number[]): boolean;
  bytes(): number;
};

/** Returns the hashes that the signature of every text with this word has; of a long word its triples, which suffice. */
export function unitsOf(lowered: string): number[] {
  const size = Math.min(3, lowered.length);
  const hashes = new Set<number>();
  for (let end = size; end <= lowered.length; end += 1) {
    hashes.add(
      hashOf(lowered.charCodeAt(end - 3), lowered.charCodeAt(end - 2), lowered.charCodeAt(end - 1), size),
    );
  }
  return [...hashes];
}

/** The hash of the last `size` of three units. */
function hashOf(first: number, second: number, third: number, size: number): number {
  const one = Math.imul(third + 1, 0x9e37_79b1);
  if (size === 1) return mixed(one);
  const two = Math.imul(one ^ (second + 1), 0x85eb_ca77);
  return mixed(size === 2 ? two : Math.imul(two ^ (first + 1), 0xc2b2_ae3d));
}

/** The low bits, which are used, hardly depend on the high ones without this. */
function mixed(hash: number): number {
  return hash ^ (hash >>> 15);
}

/** Words in chunks that never move, so that the memory grows by one chunk at a time. */
type Chunks = {
  /** Returns the number of the first of so many free words, which are adjacent. */
  allocate(size: number): number;
  /** The chunk with this word, which is at `start % chunkWords`. */
  at(start: number): Uint32Array;
  words(): number;
};

function createChunks(): Chunks {
  const chunks: Uint32Array[] = [];
  /** The next free word of the last chunk. */
  let free = chunkWords;
  return {
    allocate(size) {
      if (free + size > chunkWords) {
        chunks.push(new Uint32Array(chunkWords));
        free = 0;
      }
      free += size;
      return (chunks.length - 1) * chunkWords + free - size;
    },
    at: (start) => chunks[Math.floor(start / chunkWords)] ?? new Uint32Array(0),
    words: () => chunks.length * chunkWords,
  };
}

/** `budget` in bytes. */
export function createTextSignatures(budget: number): TextSignatures {
  let chunks = createChunks();
  let folds = 0;
  let used = 0;
  /** Of each place: its first word, and how many words it has; 0 where it is free. */
  const starts: number[] = [];
  const sizes: number[] = [];
  const freePlaces: number[] = [];

  /** Moves every signature into new chunks, to `times` fewer words. */
  function rebuild(times: 1 | 2): void {
    const moved = createChunks();
    used = 0;
    for (const [place, size] of sizes.entries()) {
      if (size === 0) continue;
      const start = starts[place] ?? 0;
      const kept = Math.max(1, size / times);
      starts[place] = moved.allocate(kept);
      sizes[place] = kept;
      used += kept;
      fold(
        { from: chunks.at(start), start, size },
        { to: moved.at(starts[place]), start: starts[place], kept },
      );
    }
    chunks = moved;
  }

  function makeRoom(): void {
    if (chunks.words() > 2 * used + 2 * chunkWords) rebuild(1);
    while (chunks.words() * 4 > budget && sizes.some((size) => size > 1)) {
      folds += 1;
      rebuild(2);
    }
  }

  return {
    add(lowered) {
      makeRoom();
      const size = Math.max(1, Math.min(most, Math.max(least, wordsFor(lowered.length))) >> folds);
      const start = chunks.allocate(size);
      sign(chunks.at(start), { from: start % chunkWords, size, lowered });
      const place = freePlaces.pop() ?? starts.length;
      starts[place] = start;
      sizes[place] = size;
      used += size;
      return place;
    },
    remove(place) {
      used -= sizes[place] ?? 0;
      sizes[place] = 0;
      freePlaces.push(place);
    },
    mayHave(place, units) {
      const start = starts[place] ?? 0;
      return hasAll(chunks.at(start), { from: start % chunkWords, size: sizes[place] ?? 0, units });
    },
    bytes: () => chunks.words() * 4,
  };
}

function hasAll(
  chunk: Uint32Array,
  { from, size, units }: { from: number; size: number; units: readonly number[] },
): boolean {
  const mask = size * 32 - 1;
  return units.every((hash) => {
    const bit = hash & mask;
    return ((chunk[from + (bit >>> 5)] ?? 0) & (1 << (bit & 31))) !== 0;
  });
}

/** Copies a signature; where fewer words are kept, the others are joined to them, as a smaller one has their bits there. */
function fold(
  { from, start, size }: { from: Uint32Array; start: number; size: number },
  { to, start: toStart, kept }: { to: Uint32Array; start: number; kept: number },
): void {
  for (let word = 0; word < size; word += 1) {
    const at = (toStart % chunkWords) + (word % kept);
    to[at] = (to[at] ?? 0) | (from[(start % chunkWords) + word] ?? 0);
  }
}

/** Two bits for each unit, as a power of two. */
function wordsFor(units: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(1, units / 16)));
}

function sign(
  chunk: Uint32Array,
  { from, size, lowered }: { from: number; size: number; lowered: string },
): void {
  const mask = size * 32 - 1;
  const set = (hash: number) => {
    const bit = hash & mask;
    const at = from + (bit >>> 5);
    chunk[at] = (chunk[at] ?? 0) | (1 << (bit & 31));
  };
  let first = 0;
  let second = 0;
  for (let at = 0; at < lowered.length; at += 1) {
    const third = lowered.charCodeAt(at);
    // As `hashOf`, whose steps all three share.
    const one = Math.imul(third + 1, 0x9e37_79b1);
    const two = Math.imul(one ^ (second + 1), 0x85eb_ca77);
    set(mixed(one));
    if (at > 0) set(mixed(two));
    if (at > 1) set(mixed(Math.imul(two ^ (first + 1), 0xc2b2_ae3d)));
    first = second;
    second = third;
  }
}
