import { alignTexts } from './text-alignment.ts';
import { type Hunk, joinNearHunks } from './token-alignment.ts';
import { lineTokenizer, wordTokenizer } from './tokenizers.ts';

/** Steps of comparison for two texts: some tens of milliseconds. */
export const wordSteps = 8_000_000;

type WordHunksOptions = {
  /** Take edits with only a few kept words between them as one edit. */
  joinNear?: boolean;
  steps?: number;
};

/**
 * Returns where two texts differ, by lines and then by words, in UTF-16 units. The hunks are in order and do not
 * touch; past the bound of the work they are coarser.
 */
export function wordHunks(
  texts: { base: string; side: string },
  { joinNear = false, steps = wordSteps }: WordHunksOptions = {},
): Hunk[] {
  const budget = { steps };
  const words = wordTokenizer();
  return alignTexts(texts, lineTokenizer(), budget).flatMap((line) => {
    const { baseStart, baseEnd, sideStart, sideEnd } = line;
    const stretch = {
      base: texts.base.slice(baseStart, baseEnd),
      side: texts.side.slice(sideStart, sideEnd),
    };
    const found = alignTexts(stretch, words, budget);
    return (joinNear ? joinNearHunks(found) : found).map((hunk) => ({
      baseStart: baseStart + hunk.baseStart,
      baseEnd: baseStart + hunk.baseEnd,
      sideStart: sideStart + hunk.sideStart,
      sideEnd: sideStart + hunk.sideEnd,
    }));
  });
}
