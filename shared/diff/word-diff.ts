import { alignTexts } from '#shared/diff/text-alignment.ts';
import { type AlignmentBudget, type Hunk, joinNearHunks } from '#shared/diff/token-alignment.ts';
import { lineTokenizer, type Tokenizer, wordTokenizer } from '#shared/diff/tokenizers.ts';

export type WordDiffPart = { kind: 'same' | 'current' | 'kept'; text: string };

/** Steps of comparison for one review. */
const diffSteps = 8_000_000;

/**
 * The two texts of a conflict side by side, the current and the kept one: what both have, and hunks of what only
 * the current (first) or only the kept one has. The parts of one text joined are that text. Work is bounded.
 */
export function wordDiff(current: string, kept: string, steps = diffSteps): WordDiffPart[] {
  const budget = { steps };
  const parts: WordDiffPart[] = [];
  const words = wordTokenizer();
  const texts = { current, kept };
  forEachStretch(texts, aligned(texts, lineTokenizer(), budget), (changed) => {
    if ('same' in changed) return append(parts, 'same', changed.same);
    forEachStretch(changed, joinNearHunks(aligned(changed, words, budget)), (stretch) => {
      if ('same' in stretch) return append(parts, 'same', stretch.same);
      append(parts, 'current', stretch.current);
      append(parts, 'kept', stretch.kept);
    });
  });
  return gathered(parts);
}

type Sides = { current: string; kept: string };

function aligned({ current, kept }: Sides, tokenizer: Tokenizer, budget: AlignmentBudget): Hunk[] {
  return alignTexts({ base: current, side: kept }, tokenizer, budget);
}

function forEachStretch(
  { current, kept }: Sides,
  hunks: Hunk[],
  visit: (stretch: { same: string } | Sides) => void,
): void {
  let done = 0;
  for (const hunk of hunks) {
    visit({ same: current.slice(done, hunk.baseStart) });
    visit({
      current: current.slice(hunk.baseStart, hunk.baseEnd),
      kept: kept.slice(hunk.sideStart, hunk.sideEnd),
    });
    done = hunk.baseEnd;
  }
  visit({ same: current.slice(done) });
}

function append(parts: WordDiffPart[], kind: WordDiffPart['kind'], text: string): void {
  if (text !== '') parts.push({ kind, text });
}

/** Every hunk has at most one part of either text after it, and no two stretches of same touch. */
function gathered(parts: WordDiffPart[]): WordDiffPart[] {
  const result: WordDiffPart[] = [];
  const pending = { current: '', kept: '' };
  const flush = () => {
    append(result, 'current', pending.current);
    append(result, 'kept', pending.kept);
    pending.current = '';
    pending.kept = '';
  };
  for (const part of parts) {
    if (part.kind !== 'same') {
      pending[part.kind] += part.text;
      continue;
    }
    flush();
    const last = result.at(-1);
    if (last?.kind === 'same') last.text += part.text;
    else result.push({ ...part });
  }
  flush();
  return result;
}
