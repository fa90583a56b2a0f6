/** The rows of a list of options: headings, and the entries that can be chosen. */
export type OptionRow<Entry> =
  | { readonly kind: 'heading'; readonly title: string }
  /** `place`: among those that can be chosen. */
  | { readonly kind: 'entry'; readonly entry: Entry; readonly place: number };

export type OptionRows<Entry> = {
  readonly rows: readonly OptionRow<Entry>[];
  /** The rows that can be chosen, by their indices. */
  readonly stops: readonly number[];
  /** The folded words that were looked for. */
  readonly words: readonly string[];
};

export type OptionSection<Entry> = { readonly title?: string; readonly entries: readonly Entry[] };

/** Returns the rows of sections, each below its heading; one without entries has none. */
export function optionRows<Entry>(
  sections: readonly OptionSection<Entry>[],
  words: readonly string[] = [],
): OptionRows<Entry> {
  const rows: OptionRow<Entry>[] = [];
  const stops: number[] = [];
  for (const { title, entries } of sections) {
    if (title !== undefined && entries.length > 0) rows.push({ kind: 'heading', title });
    for (const entry of entries) {
      stops.push(rows.length);
      rows.push({ kind: 'entry', entry, place: stops.length - 1 });
    }
  }
  return { rows, stops, words };
}

/** Returns the entry at a place among those that can be chosen. */
export function entryAt<Entry>({ rows, stops }: OptionRows<Entry>, place: number): Entry | undefined {
  const row = rows[stops[place] ?? -1];
  return row?.kind === 'entry' ? row.entry : undefined;
}
