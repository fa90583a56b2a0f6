import { alignTokens, type Hunk, joinNearHunks } from '#shared/model/token-alignment.ts';
import { splitLines, splitWords } from '#shared/model/words.ts';

export type WordDiffPart = { kind: 'same' | 'current' | 'kept'; text: string };

/** Steps of comparison for one review; past it the rest is one hunk. */
const diffSteps = 8_000_000;

/**
 * The two texts of a conflict side by side, the current and the kept one: what both have, and hunks of what only
 * the current (first) or only the kept one has. The parts of one text joined are that text. Work is bounded.
 */
export function wordDiff(current: string, kept: string): WordDiffPart[] {
  const budget = { steps: diffSteps };
  const parts: WordDiffPart[] = [];
  const lines = { current: splitLines(current), kept: splitLines(kept) };
  const lineHunks = alignTokens(lines.current, lines.kept, budget);
  forEachStretch(lines, lineHunks, (changed) => {
    if ('same' in changed) return append(parts, 'same', changed.same);
    const words = { current: splitWords(changed.current), kept: splitWords(changed.kept) };
    const wordHunks = joinNearHunks(
      alignTokens(words.current, words.kept, budget),
      words.current,
      words.kept,
    );
    forEachStretch(words, wordHunks, (stretch) => {
      if ('same' in stretch) return append(parts, 'same', stretch.same);
      append(parts, 'current', stretch.current);
      append(parts, 'kept', stretch.kept);
    });
  });
  return gathered(parts);
}

export type HunkChoice = 'current' | 'kept' | 'both';

/** The text that the choices make, one for each hunk in order; a hunk without a choice stays as it is. */
export function chosenText(parts: readonly WordDiffPart[], choices: readonly HunkChoice[]): string {
  let hunk = -1;
  return parts
    .map((part, at) => {
      if (part.kind === 'same') return part.text;
      if (at === 0 || parts[at - 1]?.kind === 'same') hunk += 1;
      const choice = choices[hunk] ?? 'current';
      return choice === 'both' || choice === part.kind ? part.text : '';
    })
    .join('');
}

type Sides<T> = { current: T; kept: T };

function forEachStretch(
  tokens: Sides<string[]>,
  hunks: Hunk[],
  visit: (stretch: { same: string } | Sides<string>) => void,
): void {
  let done = 0;
  for (const hunk of hunks) {
    visit({ same: tokens.current.slice(done, hunk.baseStart).join('') });
    visit({
      current: tokens.current.slice(hunk.baseStart, hunk.baseEnd).join(''),
      kept: tokens.kept.slice(hunk.sideStart, hunk.sideEnd).join(''),
    });
    done = hunk.baseEnd;
  }
  visit({ same: tokens.current.slice(done).join('') });
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
