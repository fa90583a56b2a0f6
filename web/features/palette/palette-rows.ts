import { t } from '#shared/language/translate.ts';
import { queryWords, rankEntries } from '#shared/text/fuzzy-match.ts';
import type { PaletteEntries, PaletteEntry } from './palette-entries.tsx';

/** `place`: among those that can be chosen. */
export type PaletteRow =
  | { readonly kind: 'heading'; readonly title: string }
  | { readonly kind: 'entry'; readonly entry: PaletteEntry; readonly place: number };

export type PaletteList = {
  readonly rows: readonly PaletteRow[];
  /** The rows that can be chosen, by their indices. */
  readonly stops: readonly number[];
  /** The folded words that were looked for. */
  readonly words: readonly string[];
};

/** So many prompts are shown before anything is typed. */
const recentShown = 6;

/** Returns what the palette shows for a query: for none the prompts opened last, and every command. */
export function paletteList(
  commands: readonly PaletteEntry[],
  { recent, named, labelled }: PaletteEntries,
  query: string,
): PaletteList {
  const words = queryWords(query);
  const rows: PaletteRow[] = [];
  const stops: number[] = [];
  const add = (entry: PaletteEntry) => {
    stops.push(rows.length);
    rows.push({ kind: 'entry', entry, place: stops.length - 1 });
  };
  const addSection = (title: string, section: readonly PaletteEntry[]) => {
    if (section.length > 0) rows.push({ kind: 'heading', title });
    section.forEach(add);
  };
  if (words.length > 0) {
    const all = [...commands, ...labelled(words), ...named];
    for (const index of rankEntries(words, all)) {
      const entry = all[index];
      if (entry !== undefined) add(entry);
    }
  } else {
    addSection(t('Opened last'), recent.slice(0, recentShown));
    addSection(t('Commands'), commands);
  }
  return { rows, stops, words };
}

/** Returns the entry at a place among those that can be chosen. */
export function entryAt({ rows, stops }: PaletteList, place: number): PaletteEntry | undefined {
  const row = rows[stops[place] ?? -1];
  return row?.kind === 'entry' ? row.entry : undefined;
}
