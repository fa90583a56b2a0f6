/**
 * Records what people wrote and removed, word by word. Every word in a simulation is unique, so
 * that its fate can be followed: it must be somewhere unless a person, who saw it, removed it.
 */
const word = /\bw\d+[ab]\b/g;

function wordsOf(text: string): Set<string> {
  return new Set(text.match(word) ?? []);
}

/** The words in all texts of a value, however deep; not of its JSON, whose escapes glue words together. */
export function wordsIn(value: unknown): Set<string> {
  if (typeof value === 'string') return wordsOf(value);
  if (typeof value !== 'object' || value === null) return new Set();
  return new Set(Object.values(value).flatMap((part) => [...wordsIn(part)]));
}

export type Ledger = {
  /** A new word of this user, never used before. */
  coin(): string;
  /** A person replaced `before`, which they saw, by `after`. */
  edited(before: string, after: string): void;
  /** A person threw away texts that they could see. */
  discarded(texts: Iterable<string>): void;
  /** A text names a row: the words of a name, which others change, are owed to nobody, wherever they are. */
  mentioned(name: string): void;
  /** Words that had been given up are there again. */
  takenUp(words: Iterable<string>): void;
  /**
   * A row is there again as it was deleted. Of its words those are owed again that went with a deletion: one that an
   * edit had replaced was seen and removed by its author, whose edit may be merged into the row at any time.
   */
  restored(words: Iterable<string>): void;
  /** Returns the words that must still exist: written, saved, and never removed by a person who saw them. */
  owed(): Set<string>;
  written: number;
};

export function createLedger(mark: 'a' | 'b'): Ledger {
  const owed = new Set<string>();
  const given = new Set<string>();
  const names = new Set<string>();
  const replaced = new Set<string>();
  const ledger: Ledger = {
    written: 0,
    coin() {
      ledger.written += 1;
      return `w${ledger.written}${mark}`;
    },
    edited(before, after) {
      const kept = wordsOf(after);
      for (const each of kept) {
        if (given.has(each) || names.has(each)) continue;
        given.add(each);
        owed.add(each);
      }
      for (const each of wordsOf(before)) {
        if (kept.has(each)) continue;
        owed.delete(each);
        replaced.add(each);
      }
    },
    discarded(texts) {
      for (const text of texts) for (const each of wordsOf(text)) owed.delete(each);
    },
    mentioned(name) {
      for (const each of wordsOf(name)) names.add(each);
    },
    takenUp(words) {
      for (const each of words) if (!names.has(each)) owed.add(each);
    },
    restored(words) {
      ledger.takenUp([...words].filter((each) => !replaced.has(each)));
    },
    owed: () => owed,
  };
  return ledger;
}
