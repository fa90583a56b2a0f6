import { GramSignatures } from './gram-signatures.ts';

/**
 * Holds the signatures of texts by their places. A text that was put is signed later, in portions; until then it may have
 * every query.
 */
export class SignedTexts {
  readonly #signatures: GramSignatures;
  readonly #unsigned = new Map<number, () => string>();

  /** `logBits`: the logarithm of the bits of a signature, to base 2. */
  constructor(logBits: number) {
    this.#signatures = new GramSignatures(logBits);
  }

  /** Replaces the text at this place; it is read when it is signed. */
  put(place: number, read: () => string): void {
    this.#unsigned.set(place, read);
  }

  remove(place: number): void {
    this.#unsigned.delete(place);
    this.#signatures.put(place, '');
  }

  /** Signs at most so many code units, at least one text; returns how many are left of them: none where there is more. */
  signSome(mostUnits: number): number {
    let left = mostUnits;
    for (const [place, read] of this.#unsigned) {
      if (left <= 0) return 0;
      const text = read();
      this.#signatures.put(place, text);
      this.#unsigned.delete(place);
      left -= Math.max(1, text.length);
    }
    return Math.max(1, left);
  }

  /** Returns a set of the places below `size`, as words of 32 bits: all texts that may contain this query. */
  candidates(query: string, size: number): Uint32Array {
    const found = this.#signatures.candidates(query, size);
    for (const place of this.#unsigned.keys())
      found[place >>> 5] = (found[place >>> 5] ?? 0) | (1 << (place & 31));
    return found;
  }
}
