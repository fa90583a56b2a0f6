/**
 * Three-way merge of a text: what two devices made of one base, in one text.
 * 1. A side that did not change the base yields to the other one; equal sides are that text.
 * 2. A clean result holds every word that either side put in, and is the same whichever side is called mine.
 * 3. Where both sides changed the same or neighbouring words differently, mine stands and `overlap` is true:
 *    the caller keeps the whole of theirs as a version, so nothing is lost.
 * 4. The work is bounded whatever the texts are; what passes the bound counts as overlapping.
 * Before: rebase and merge-notes ask. After: the caller stores the text, and the version where there is overlap.
 */
import type { AlignmentBudget } from '#shared/diff/token-alignment.ts';
import { lineTokenizer, wordTokenizer } from '#shared/diff/tokenizers.ts';
import { threeWayRegions } from './three-way-regions.ts';

export type MergedText = { text: string; overlap: boolean };

/** Steps of comparison for one side of one merge: some tens of milliseconds. */
export const mergeSteps = 8_000_000;

export function mergeText(base: string, mine: string, theirs: string): MergedText {
  if (mine === theirs || theirs === base) return { text: mine, overlap: false };
  if (mine === base) return { text: theirs, overlap: false };
  // A budget for each side: one shared budget would make the result depend on which side is called mine.
  return mergeWithin({ base, mine, theirs }, { mine: { steps: mergeSteps }, theirs: { steps: mergeSteps } });
}

export type SideBudgets = { mine: AlignmentBudget; theirs: AlignmentBudget };

export function mergeWithin(
  texts: { base: string; mine: string; theirs: string },
  budgets: SideBudgets,
): MergedText {
  const words = wordTokenizer();
  let overlap = false;
  const parts: string[] = [];
  for (const region of threeWayRegions({ ...texts, tokenizer: lineTokenizer(), budgets })) {
    if (region.kind === 'settled') {
      parts.push(region.text);
      continue;
    }
    for (const smaller of threeWayRegions({ ...region, tokenizer: words, budgets, joinNear: true })) {
      if (smaller.kind === 'contested') overlap = true;
      parts.push(smaller.kind === 'contested' ? smaller.mine : smaller.text);
    }
  }
  return { text: parts.join(''), overlap };
}
