/**
 * Tells which of many texts cannot contain a query, from a signature of each: a set of bits, one for each of its runs of
 * one, two and three code units.
 *
 * 1. A text that contains the query has all bits of the query's runs; so nothing is ever missed. What is left must be
 *    tested, since different runs share bits.
 * 2. Stored by bit and not by text: a query reads as many rows as it has runs, each of a bit for every text.
 * 3. The more bits a signature has, the fewer texts are tested in vain; a text that is large for it is mostly tested.
 */
const textsInBlock = 1024;
const wordsInRow = textsInBlock / 32;

export class GramSignatures {
  /** Each of as many rows as a signature has bits, of `wordsInRow` words. */
  readonly #blocks: Uint32Array[] = [];
  readonly #rows: number;
  readonly #shift: number;

  /** `logBits`: the logarithm of the bits of a signature, to base 2. */
  constructor(logBits: number) {
    this.#rows = 2 ** logBits;
    this.#shift = 32 - logBits;
  }

  /** Replaces the signature of the text at this place. */
  put(place: number, text: string): void {
    const block = this.#blockOf(place);
    const shift = this.#shift;
    const rows = this.#rows;
    const { word, mask } = bitOf(place);
    for (let row = 0; row < rows; row += 1) block[row * wordsInRow + word] = at(block, row, word) & ~mask;
    const mark = (row: number) => {
      block[row * wordsInRow + word] = at(block, row, word) | mask;
    };
    let [a, b] = [0, 0];
    for (let index = 0; index < text.length; index += 1) {
      const c = text.charCodeAt(index);
      mark(rowOf(0, 0, c, shift));
      if (index > 0) mark(rowOf(0, b, c, shift));
      if (index > 1) mark(rowOf(a, b, c, shift));
      a = b;
      b = c;
    }
  }

  /** Returns a set of the places below `size`, as words of 32 bits: all texts that may contain this query. */
  candidates(query: string, size: number): Uint32Array {
    const rows = this.#rowsOf(query);
    const found = new Uint32Array(Math.max(this.#blocks.length * wordsInRow, Math.ceil(size / 32)));
    for (const [index, block] of this.#blocks.entries()) {
      for (let word = 0; word < wordsInRow; word += 1) {
        let all = 0xffffffff;
        for (const row of rows) all &= at(block, row, word);
        found[index * wordsInRow + word] = all;
      }
    }
    return found;
  }

  get bytes(): number {
    return this.#blocks.length * this.#rows * wordsInRow * Uint32Array.BYTES_PER_ELEMENT;
  }

  /** Of a query of three units or more its runs of three; they imply the shorter ones. */
  #rowsOf(query: string): number[] {
    const shift = this.#shift;
    const codes = Array.from({ length: query.length }, (_, index) => query.charCodeAt(index));
    const [a = 0, b = 0] = codes;
    if (codes.length === 1) return [rowOf(0, 0, a, shift)];
    if (codes.length === 2) return [rowOf(0, a, b, shift)];
    const runs = codes.slice(2).map((c, index) => rowOf(codes[index] ?? 0, codes[index + 1] ?? 0, c, shift));
    return [...new Set(runs)];
  }

  #blockOf(place: number): Uint32Array {
    const index = Math.floor(place / textsInBlock);
    while (this.#blocks.length <= index) this.#blocks.push(new Uint32Array(this.#rows * wordsInRow));
    return this.#blocks[index] ?? new Uint32Array();
  }
}

/** `shift`: 32 less the logarithm of the number of rows. */
function rowOf(a: number, b: number, c: number, shift: number): number {
  const mixed = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35);
  return Math.imul(mixed ^ (mixed >>> 15), 0x27d4eb2f) >>> shift;
}

function bitOf(place: number): { word: number; mask: number } {
  const inBlock = place % textsInBlock;
  return { word: inBlock >>> 5, mask: 1 << (inBlock & 31) };
}

function at(block: Uint32Array, row: number, word: number): number {
  return block[row * wordsInRow + word] ?? 0;
}
