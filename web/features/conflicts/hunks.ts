import type { WordDiffPart } from '#shared/diff/word-diff.ts';

/** One difference: where it begins in the current text, and what each text has in its place. */
export type ConflictHunk = { place: number; current: string; kept: string };

/** In the order in which `chosenText` counts them. */
export function hunksOf(parts: readonly WordDiffPart[]): ConflictHunk[] {
  const hunks: ConflictHunk[] = [];
  let open = false;
  let place = 0;
  for (const part of parts) {
    if (part.kind === 'same') {
      place += part.text.length;
      open = false;
      continue;
    }
    const last = hunks.at(-1);
    if (open && last !== undefined) last[part.kind] += part.text;
    else hunks.push({ place, current: '', kept: '', [part.kind]: part.text });
    if (part.kind === 'current') place += part.text.length;
    open = true;
  }
  return hunks;
}
