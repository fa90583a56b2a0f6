import { t } from '#shared/language/translate.ts';
import { queryWords, rankEntries } from '#shared/text/fuzzy-match.ts';
import { type OptionRows, optionRows } from '../../ui/options/option-rows.ts';
import type { PaletteEntries, PaletteEntry } from './palette-entries.tsx';

/** So many prompts are shown before anything is typed. */
const recentShown = 6;

/** Returns what the palette shows for a query: for none the prompts opened last, and every command. */
export function paletteList(
  commands: readonly PaletteEntry[],
  { recent, named, labelled }: PaletteEntries,
  query: string,
): OptionRows<PaletteEntry> {
  const words = queryWords(query);
  if (words.length === 0) {
    return optionRows([
      { title: t('Opened last'), entries: recent.slice(0, recentShown) },
      { title: t('Commands'), entries: commands },
    ]);
  }
  const all = [...commands, ...labelled(words), ...named];
  return optionRows([{ entries: rankEntries(words, all).flatMap((index) => all[index] ?? []) }], words);
}
