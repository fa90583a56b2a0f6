import type { WordDiffPart } from '#shared/diff/word-diff.ts';

/** One difference: where it begins in the current text, what stands before it in both, and what each has in its place. */
export type ConflictHunk = { place: number; before: string; current: string; kept: string };

/** In the order in which `chosenText` counts them. */
export function hunksOf(parts: readonly WordDiffPart[]): ConflictHunk[] {
  const hunks: ConflictHunk[] = [];
  let before = '';
  let open = false;
  let place = 0;
  for (const part of parts) {
    if (part.kind === 'same') {
      before = part.text;
      place += part.text.length;
      open = false;
      continue;
    }
    const last = hunks.at(-1);
    if (open && last !== undefined) last[part.kind] += part.text;
    else hunks.push({ place, before, current: '', kept: '', [part.kind]: part.text });
    if (part.kind === 'current') place += part.text.length;
    open = true;
  }
  return hunks;
}

const most = 120;

/** The end of what stands before a difference: enough to know the place. */
export function shortened(before: string): string {
  if (before.length <= most) return before;
  return `…${before.slice(-most).toWellFormed()}`;
}
