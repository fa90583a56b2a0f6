import { alignTokens, type Hunk, joinNearHunks } from '#shared/model/token-alignment.ts';
import { splitLines, splitWords } from '#shared/model/words.ts';

export type WordDiffPart = { kind: 'same' | 'mine' | 'theirs'; text: string };

/** Steps of comparison for one review; past it the rest is one hunk. */
const diffSteps = 8_000_000;

/**
 * Two texts side by side for a person who reviews a conflict: what both have, and hunks of what only mine (first)
 * or only theirs has. Same and mine joined are mine; same and theirs joined are theirs. Work is bounded.
 */
export function wordDiff(mine: string, theirs: string): WordDiffPart[] {
  const budget = { steps: diffSteps };
  const parts: WordDiffPart[] = [];
  const lines = { mine: splitLines(mine), theirs: splitLines(theirs) };
  const lineHunks = alignTokens(lines.mine, lines.theirs, budget);
  forEachStretch(lines, lineHunks, (changed) => {
    if ('same' in changed) return append(parts, 'same', changed.same);
    const words = { mine: splitWords(changed.mine), theirs: splitWords(changed.theirs) };
    const wordHunks = joinNearHunks(alignTokens(words.mine, words.theirs, budget), words.mine, words.theirs);
    forEachStretch(words, wordHunks, (stretch) => {
      if ('same' in stretch) return append(parts, 'same', stretch.same);
      append(parts, 'mine', stretch.mine);
      append(parts, 'theirs', stretch.theirs);
    });
  });
  return gathered(parts);
}

export type HunkChoice = 'mine' | 'theirs' | 'both';

/** The text that the choices make, one for each hunk in order; a hunk without a choice stays mine. */
export function chosenText(parts: readonly WordDiffPart[], choices: readonly HunkChoice[]): string {
  let hunk = -1;
  return parts
    .map((part, at) => {
      if (part.kind === 'same') return part.text;
      if (at === 0 || parts[at - 1]?.kind === 'same') hunk += 1;
      const choice = choices[hunk] ?? 'mine';
      return choice === 'both' || choice === part.kind ? part.text : '';
    })
    .join('');
}

type Sides<T> = { mine: T; theirs: T };

function forEachStretch(
  tokens: Sides<string[]>,
  hunks: Hunk[],
  visit: (stretch: { same: string } | Sides<string>) => void,
): void {
  let done = 0;
  for (const hunk of hunks) {
    visit({ same: tokens.mine.slice(done, hunk.baseStart).join('') });
    visit({
      mine: tokens.mine.slice(hunk.baseStart, hunk.baseEnd).join(''),
      theirs: tokens.theirs.slice(hunk.sideStart, hunk.sideEnd).join(''),
    });
    done = hunk.baseEnd;
  }
  visit({ same: tokens.mine.slice(done).join('') });
}

function append(parts: WordDiffPart[], kind: WordDiffPart['kind'], text: string): void {
  if (text !== '') parts.push({ kind, text });
}

/** Every hunk has at most one part of mine and one of theirs after it, and no two stretches of same touch. */
function gathered(parts: WordDiffPart[]): WordDiffPart[] {
  const result: WordDiffPart[] = [];
  const pending = { mine: '', theirs: '' };
  const flush = () => {
    append(result, 'mine', pending.mine);
    append(result, 'theirs', pending.theirs);
    pending.mine = '';
    pending.theirs = '';
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
