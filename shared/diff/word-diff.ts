import { wordHunks, wordSteps } from './word-hunks.ts';

export type WordDiffPart = { kind: 'same' | 'current' | 'kept'; text: string };

/**
 * The two texts of a conflict side by side, the current and the kept one: what both have, and hunks of what only
 * the current (first) or only the kept one has. The parts of one text joined are that text. Work is bounded.
 */
export function wordDiff(current: string, kept: string, steps = wordSteps): WordDiffPart[] {
  const parts: WordDiffPart[] = [];
  let done = 0;
  for (const hunk of wordHunks({ base: current, side: kept }, { joinNear: true, steps })) {
    append(parts, 'same', current.slice(done, hunk.baseStart));
    append(parts, 'current', current.slice(hunk.baseStart, hunk.baseEnd));
    append(parts, 'kept', kept.slice(hunk.sideStart, hunk.sideEnd));
    done = hunk.baseEnd;
  }
  append(parts, 'same', current.slice(done));
  return parts;
}

function append(parts: WordDiffPart[], kind: WordDiffPart['kind'], text: string): void {
  if (text !== '') parts.push({ kind, text });
}
