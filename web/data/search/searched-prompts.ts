/**
 * Holds what is searched of all prompts in memory: titles and texts folded (`foldText`), with a signature of each.
 *
 * 1. `find` returns what a plain scan would, in the order of `inSearchOrder`; the signatures only spare it texts.
 * 2. A prompt can be found as soon as it was put; it is signed later, in portions (`signSome`).
 */
import { foldText } from '#shared/text/fold-text.ts';
import { type FoldedText, folded, unfolded } from './folded-text.ts';
import { GramSignatures } from './gram-signatures.ts';

export type SearchedPrompt = { id: number; title: string; projectId: number; content: string };

type Held = { id: number; title: string; lowerTitle: string; projectId: number; text: FoldedText };

export class SearchedPrompts {
  readonly #places = new Map<number, number>();
  readonly #held: (Held | undefined)[] = [];
  readonly #free: number[] = [];
  readonly #unsigned = new Set<number>();
  /** 128 bytes a title and 1 KB a text. */
  readonly #titles = new GramSignatures(10);
  readonly #texts = new GramSignatures(13);
  /** Places by title, then id; null where that has changed. */
  #order: number[] | null = null;

  get size(): number {
    return this.#places.size;
  }

  put({ id, title, projectId, content }: SearchedPrompt): void {
    const known = this.#places.get(id);
    const place = known ?? this.#free.pop() ?? this.#held.length;
    const before = known === undefined ? undefined : this.#held[known];
    if (before?.title !== title) this.#order = null;
    this.#held[place] = { id, title, lowerTitle: foldText(title), projectId, text: folded(content) };
    this.#places.set(id, place);
    this.#unsigned.add(place);
  }

  remove(id: number): void {
    const place = this.#places.get(id);
    if (place === undefined) return;
    this.#places.delete(id);
    this.#held[place] = undefined;
    this.#unsigned.delete(place);
    this.#titles.put(place, '');
    this.#texts.put(place, '');
    this.#free.push(place);
    this.#order = null;
  }

  clear(): void {
    for (const id of this.#places.keys()) this.remove(id);
  }

  /** Signs at most so many code units of texts, at least one text; returns whether there is more to sign. */
  signSome(mostUnits: number): boolean {
    let units = 0;
    for (const place of this.#unsigned) {
      if (units >= mostUnits) return true;
      const held = this.#held[place];
      const text = held?.text.lower ?? '';
      this.#titles.put(place, held?.lowerTitle ?? '');
      this.#texts.put(place, text);
      this.#unsigned.delete(place);
      units += text.length;
    }
    return false;
  }

  /** Returns the first of what matches, titles before texts, and how many match in all. */
  find(query: string, most: number): { count: number; first: SearchedPrompt[] } {
    const lower = foldText(query);
    if (lower === '') return { count: 0, first: [] };
    const maybeTitles = this.#candidates(this.#titles, lower);
    const maybeTexts = this.#candidates(this.#texts, lower);
    const inTitles: Held[] = [];
    const inTexts: Held[] = [];
    let count = 0;
    for (const place of this.#inOrder()) {
      const word = place >>> 5;
      const bit = 1 << (place & 31);
      const mayTitle = ((maybeTitles[word] ?? 0) & bit) !== 0;
      const mayText = ((maybeTexts[word] ?? 0) & bit) !== 0;
      const held = mayTitle || mayText ? this.#held[place] : undefined;
      if (held === undefined) continue;
      const isInTitle = mayTitle && held.lowerTitle.includes(lower);
      if (!isInTitle && !(mayText && held.text.lower.includes(lower))) continue;
      count += 1;
      const found = isInTitle ? inTitles : inTexts;
      if (found.length < most) found.push(held);
    }
    const first = [...inTitles, ...inTexts].slice(0, most);
    return {
      count,
      first: first.map(({ id, title, projectId, text }) => ({
        id,
        title,
        projectId,
        content: unfolded(text),
      })),
    };
  }

  #candidates(signatures: GramSignatures, lower: string): Uint32Array {
    const found = signatures.candidates(lower, this.#held.length);
    for (const place of this.#unsigned) found[place >>> 5] = (found[place >>> 5] ?? 0) | (1 << (place & 31));
    return found;
  }

  #inOrder(): readonly number[] {
    this.#order ??= [...this.#places.values()].sort((a, b) => byTitle(this.#held[a], this.#held[b]));
    return this.#order;
  }
}

/** The order of `inSearchOrder` within titles and within texts. */
function byTitle(a: Held | undefined, b: Held | undefined): number {
  if (a === undefined || b === undefined) return 0;
  if (a.title !== b.title) return a.title < b.title ? -1 : 1;
  return a.id - b.id;
}
