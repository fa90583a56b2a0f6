import { foldText } from './fold-text.ts';

/** A query as it is looked for: words in any order, and phrases. */
export type Search = {
  /** Every one must occur; folded (`foldText`), each once. None: nothing is looked for. */
  readonly terms: readonly string[];
  /** The same terms as a person wrote them. */
  readonly written: readonly string[];
  /** All terms in their order with a space between them, folded: a text with this stands before others. */
  readonly asTyped: string;
};

/** A phrase in quotes, of which the last may still be typed, or a word. Phones make curly quotes of straight ones. */
const term = /["“”„]([^"“”„]*)(?:["“”„]|$)|[^\s"“”„]+/g;

/**
 * Reads a query: words are parted by white space, and what stands in quotes is one term. A query that has quotes and
 * nothing else is looked for as it is.
 */
export function readSearch(query: string): Search {
  const whole = query.trim();
  const found = [...whole.matchAll(term)].map(([word, phrase]) =>
    phrase === undefined ? word : phrase.trim(),
  );
  const named = found.filter((each) => each !== '');
  const typed = named.length === 0 && whole !== '' ? [whole] : named;
  const byFolded = new Map(typed.map((each) => [foldText(each), each]));
  return {
    terms: [...byFolded.keys()],
    written: [...byFolded.values()],
    asTyped: typed.map(foldText).join(' '),
  };
}
