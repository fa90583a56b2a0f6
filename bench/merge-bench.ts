import { mergeText } from '#shared/merge/merge-text.ts';
import { type Figure, timed, words } from './figures.ts';

/** Three-way merges of texts of the sizes that prompts have; the last is the worst that there is. */
export async function benchMerge(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [label, bytes] of [
    ['4 KB', 4096],
    ['144 KB', 147_456],
    ['1 MB', 1_048_576],
  ] as const) {
    const base = words(bytes);
    const mine = `A line of mine.\n${base}`;
    const theirs = `${base}A line of theirs.\n`;
    figures.push(await timed(`merge of ${label}, one line each`, 20, () => mergeText(base, mine, theirs)));
    const line = base.replaceAll('\n', ' ');
    const edits = { mine: `of mine ${line}`, theirs: `${line} of theirs` };
    figures.push(
      await timed(`merge of ${label} in a single line`, 20, () => mergeText(line, edits.mine, edits.theirs)),
    );
  }
  for (const [label, bytes] of [
    ['144 KB', 147_456],
    ['1 MB', 1_048_576],
  ] as const) {
    const [base, mine, theirs] = [words(bytes), words(bytes, 5), words(bytes, 9)];
    figures.push(await timed(`merge of ${label}, nothing in common`, 5, () => mergeText(base, mine, theirs)));
  }
  return figures;
}
