/** The lines of a row; null where a side has none. */
export type PairedLine = { readonly before: number | null; readonly after: number | null };

/** The lines `from` to `to` of a text, which stand at `starts`. */
export type LinesOfSide = {
  readonly text: string;
  readonly starts: Int32Array;
  readonly from: number;
  readonly to: number;
};

/** A word that both sides have: its place in either text, and its length. */
export type KeptWord = { readonly before: number; readonly after: number; readonly length: number };

type Pair = { before: number; after: number; weight: number };

/**
 * Puts the changed lines of two sides beside each other: first those that share the most letters, none across another;
 * between them, line by line, and a blank line beside no other than a blank one.
 */
export function pairLines(
  lines: { before: LinesOfSide; after: LinesOfSide },
  kept: readonly KeptWord[],
): PairedLine[] {
  const { before, after } = lines;
  const rows: PairedLine[] = [];
  let at = { before: before.from, after: after.from };

  function goTo(next: { before: number; after: number }): void {
    let { before: one, after: other } = at;
    while (one < next.before || other < next.after) {
      const [hasOne, hasOther] = [one < next.before, other < next.after];
      const isAlone = !(hasOne && hasOther);
      const oneIsBlank = hasOne && isBlankLine(before, one);
      const otherIsBlank = hasOther && isBlankLine(after, other);
      const takesOne = isAlone ? hasOne : oneIsBlank === otherIsBlank || oneIsBlank;
      const takesOther = isAlone ? hasOther : oneIsBlank === otherIsBlank || otherIsBlank;
      rows.push({ before: takesOne ? one : null, after: takesOther ? other : null });
      if (takesOne) one += 1;
      if (takesOther) other += 1;
    }
    at = next;
  }

  for (const pair of heaviest(candidates(lines, kept))) {
    goTo(pair);
    rows.push({ before: pair.before, after: pair.after });
    at = { before: pair.before + 1, after: pair.after + 1 };
  }
  goTo({ before: before.to, after: after.to });
  return rows;
}

/** Returns the pairs of lines that share words, in the order of both sides, and how many letters they share. */
function candidates(
  { before, after }: { before: LinesOfSide; after: LinesOfSide },
  kept: readonly KeptWord[],
): Pair[] {
  const pairs: Pair[] = [];
  let [one, other] = [before.from, after.from];
  for (const word of kept) {
    if (word.length === 0) continue;
    while (word.before >= (before.starts[one + 1] ?? Number.POSITIVE_INFINITY)) one += 1;
    while (word.after >= (after.starts[other + 1] ?? Number.POSITIVE_INFINITY)) other += 1;
    const last = pairs.at(-1);
    if (last?.before === one && last.after === other) last.weight += word.length;
    else pairs.push({ before: one, after: other, weight: word.length });
  }
  return pairs;
}

/** Returns those pairs that share the most together, where each line is in one pair at most. */
function heaviest(pairs: readonly Pair[]): Pair[] {
  // By the number of pairs looked at: the most that they share, and the pair that was taken last.
  const most = [0];
  const taken: { pair: number; rest: number }[] = [];
  let [firstOfOne, firstOfOther] = [0, 0];
  pairs.forEach((pair, index) => {
    if (pairs[firstOfOne]?.before !== pair.before) firstOfOne = index;
    if (pairs[firstOfOther]?.after !== pair.after) firstOfOther = index;
    // Pairs rise on both sides: all before both of these have other lines.
    const rest = Math.min(firstOfOne, firstOfOther);
    const weight = (most[rest] ?? 0) + pair.weight;
    const isBetter = weight > (most[index] ?? 0);
    most.push(isBetter ? weight : (most[index] ?? 0));
    taken.push(isBetter ? { pair: index, rest } : (taken[index - 1] ?? { pair: -1, rest: 0 }));
  });
  const found: Pair[] = [];
  for (let at = pairs.length; at > 0; ) {
    const { pair: index, rest } = taken[at - 1] ?? { pair: -1, rest: 0 };
    const pair = pairs[index];
    if (pair === undefined) break;
    found.push(pair);
    at = rest;
  }
  return found.reverse();
}

function isBlankLine({ text, starts }: LinesOfSide, line: number): boolean {
  return text.slice(starts[line], starts[line + 1]).trim() === '';
}
