/**
 * Which tokens of one list another list kept, in bounded work.
 * 1. The hunks are in order, never touch one another, and everything between them is equal in both lists.
 * 2. However large and repetitive the lists are, the work stays within the budget: where it is spent, or where
 *    a stretch differs too much, that stretch becomes one hunk: coarser, never wrong.
 * 3. The same two lists with the same budget give the same hunks.
 * Equal ends are set aside first, then Myers's greedy search (An O(ND) Difference Algorithm, 1986) runs up to
 * a number of edits; past it, tokens that occur once in each list (as in patience diff) cut the stretch up.
 */

/** Tokens `baseStart..baseEnd` of the base stand as `sideStart..sideEnd` in the other list; ends are exclusive. */
export type Hunk = { baseStart: number; baseEnd: number; sideStart: number; sideEnd: number };

/** What is left to spend; the search takes from it. */
export type AlignmentBudget = { steps: number };

/** More edits than this in one stretch and the search cuts it at its unique tokens instead. */
const maxEdits = 512;
const maxDepth = 12;

type Stretch = Hunk;
type Lists = { base: Int32Array; side: Int32Array };

export function alignTokens(
  base: readonly string[],
  side: readonly string[],
  budget: AlignmentBudget,
): Hunk[] {
  const numbers = new Map<string, number>();
  const lists = { base: numbered(base, numbers), side: numbered(side, numbers) };
  const hunks: Hunk[] = [];
  align({
    lists,
    stretch: { baseStart: 0, baseEnd: base.length, sideStart: 0, sideEnd: side.length },
    depth: 0,
    budget,
    hunks,
  });
  return hunks;
}

/**
 * A rewritten sentence still shares a "the" and an "of" with the old one. Taken as kept, they would let the other
 * side's edits be sown into the new sentence word by word, each one preserved and the whole of it nonsense. So
 * hunks are joined where less is kept between them, in UTF-16 units, than either of them changes.
 */
export function joinNearHunks(
  hunks: readonly Hunk[],
  base: readonly string[],
  side: readonly string[],
): Hunk[] {
  const baseUnits = unitsBefore(base);
  const sideUnits = unitsBefore(side);
  const span = (units: Int32Array, start: number, end: number) => (units[end] ?? 0) - (units[start] ?? 0);
  const size = (hunk: Hunk) =>
    Math.max(span(baseUnits, hunk.baseStart, hunk.baseEnd), span(sideUnits, hunk.sideStart, hunk.sideEnd));
  const joined: Hunk[] = [];
  for (const next of hunks) {
    let current = next;
    let previous = joined.at(-1);
    while (previous) {
      const kept = span(baseUnits, previous.baseEnd, current.baseStart);
      if (kept > Math.min(size(previous), size(current))) break;
      const { baseStart, sideStart } = previous;
      current = { baseStart, baseEnd: current.baseEnd, sideStart, sideEnd: current.sideEnd };
      joined.pop();
      previous = joined.at(-1);
    }
    joined.push(current);
  }
  return joined;
}

function unitsBefore(tokens: readonly string[]): Int32Array {
  const units = new Int32Array(tokens.length + 1);
  tokens.forEach((token, at) => {
    units[at + 1] = (units[at] ?? 0) + token.length;
  });
  return units;
}

function numbered(tokens: readonly string[], numbers: Map<string, number>): Int32Array {
  return Int32Array.from(tokens, (token) => {
    const known = numbers.get(token);
    if (known !== undefined) return known;
    numbers.set(token, numbers.size);
    return numbers.size - 1;
  });
}

type Task = { lists: Lists; stretch: Stretch; depth: number; budget: AlignmentBudget; hunks: Hunk[] };

function align(task: Task): void {
  const { lists, depth, budget, hunks } = task;
  const stretch = withoutEqualEnds(lists, task.stretch);
  const baseLength = stretch.baseEnd - stretch.baseStart;
  const sideLength = stretch.sideEnd - stretch.sideStart;
  if (baseLength === 0 && sideLength === 0) return;
  if (baseLength === 0 || sideLength === 0) {
    hunks.push(stretch);
    return;
  }
  const found = shortestEdit(lists, stretch, budget);
  if (found !== null) {
    hunks.push(...found);
    return;
  }
  const anchors = depth < maxDepth && budget.steps > 0 ? uniqueAnchors(lists, stretch, budget) : [];
  if (anchors.length === 0) {
    hunks.push(stretch);
    return;
  }
  let { baseStart, sideStart } = stretch;
  for (const anchor of anchors) {
    const gap = { baseStart, baseEnd: anchor.base, sideStart, sideEnd: anchor.side };
    align({ lists, stretch: gap, depth: depth + 1, budget, hunks });
    baseStart = anchor.base + 1;
    sideStart = anchor.side + 1;
  }
  const rest = { baseStart, baseEnd: stretch.baseEnd, sideStart, sideEnd: stretch.sideEnd };
  align({ lists, stretch: rest, depth: depth + 1, budget, hunks });
}

function withoutEqualEnds({ base, side }: Lists, stretch: Stretch): Stretch {
  let { baseStart, baseEnd, sideStart, sideEnd } = stretch;
  while (baseStart < baseEnd && sideStart < sideEnd && base[baseStart] === side[sideStart]) {
    baseStart += 1;
    sideStart += 1;
  }
  while (baseStart < baseEnd && sideStart < sideEnd && base[baseEnd - 1] === side[sideEnd - 1]) {
    baseEnd -= 1;
    sideEnd -= 1;
  }
  return { baseStart, baseEnd, sideStart, sideEnd };
}

const unreachable = -1;

/**
 * Diagonal k holds the points where x (base tokens passed) − y (side tokens passed) is k; `reach` is the farthest
 * x on each diagonal with d edits. Null where it would take more edits or steps than are allowed.
 */
function shortestEdit({ base, side }: Lists, stretch: Stretch, budget: AlignmentBudget): Hunk[] | null {
  const n = stretch.baseEnd - stretch.baseStart;
  const m = stretch.sideEnd - stretch.sideStart;
  const limit = Math.min(n + m, maxEdits);
  if (Math.abs(n - m) > limit) return null;
  const reach = new Int32Array(2 * limit + 3).fill(unreachable);
  const zero = limit + 1;
  const trail: Int32Array[] = [];
  for (let d = 0; d <= limit; d++) {
    for (let k = -d; k <= d; k += 2) {
      let x = d === 0 ? 0 : startOnDiagonal({ reach, zero, k, n, m });
      if (x !== unreachable) {
        const from = x;
        while (x < n && x - k < m && base[stretch.baseStart + x] === side[stretch.sideStart + x - k]) x += 1;
        budget.steps -= x - from + 1;
      }
      reach[zero + k] = x;
      if (x === n && x - k === m) return hunksOfTrail({ trail, d, stretch });
      if (budget.steps <= 0) return null;
    }
    trail.push(reach.slice(zero - d, zero + d + 1));
  }
  return null;
}

/** Where diagonal k begins with one edit more: by a side token from k + 1, or by a base token from k − 1. */
function startOnDiagonal(at: { reach: Int32Array; zero: number; k: number; n: number; m: number }): number {
  const above = at.reach[at.zero + at.k + 1] ?? unreachable;
  const left = at.reach[at.zero + at.k - 1] ?? unreachable;
  const inserted = above !== unreachable && above - at.k <= at.m ? above : unreachable;
  const deleted = left !== unreachable && left < at.n ? left + 1 : unreachable;
  return Math.max(inserted, deleted);
}

function hunksOfTrail(found: { trail: Int32Array[]; d: number; stretch: Stretch }): Hunk[] {
  const { trail, stretch } = found;
  const n = stretch.baseEnd - stretch.baseStart;
  const m = stretch.sideEnd - stretch.sideStart;
  const hunks: Hunk[] = [];
  let k = n - m;
  for (let d = found.d; d > 0; d--) {
    const before = trail[d - 1];
    const reach = (diagonal: number) => before?.[diagonal + d - 1] ?? unreachable;
    const above = reach(k + 1);
    const left = reach(k - 1);
    const inserted = above !== unreachable && above - k <= m ? above : unreachable;
    const deleted = left !== unreachable && left < n ? left + 1 : unreachable;
    const byInsertion = inserted >= deleted;
    const xAfter = byInsertion ? inserted : deleted;
    const edit = {
      baseStart: stretch.baseStart + (byInsertion ? xAfter : xAfter - 1),
      baseEnd: stretch.baseStart + xAfter,
      sideStart: stretch.sideStart + (byInsertion ? xAfter - k - 1 : xAfter - k),
      sideEnd: stretch.sideStart + xAfter - k,
    };
    const later = hunks.at(-1);
    if (later && later.baseStart === edit.baseEnd && later.sideStart === edit.sideEnd) {
      later.baseStart = edit.baseStart;
      later.sideStart = edit.sideStart;
    } else {
      hunks.push(edit);
    }
    k = byInsertion ? k + 1 : k - 1;
  }
  return hunks.reverse();
}

type Anchor = { base: number; side: number };

/** The longest run, in the order of both lists, of tokens that occur exactly once in each. */
function uniqueAnchors({ base, side }: Lists, stretch: Stretch, budget: AlignmentBudget): Anchor[] {
  const inBase = onlyPlaces(base, stretch.baseStart, stretch.baseEnd);
  const inSide = onlyPlaces(side, stretch.sideStart, stretch.sideEnd);
  budget.steps -= stretch.baseEnd - stretch.baseStart + stretch.sideEnd - stretch.sideStart;
  const common: Anchor[] = [];
  for (const [token, place] of inBase) {
    const other = inSide.get(token);
    if (place >= 0 && other !== undefined && other >= 0) common.push({ base: place, side: other });
  }
  common.sort((one, other) => one.base - other.base);
  return longestRising(common);
}

const severalPlaces = -1;

function onlyPlaces(tokens: Int32Array, start: number, end: number): Map<number, number> {
  const places = new Map<number, number>();
  for (let place = start; place < end; place++) {
    const token = tokens[place] ?? 0;
    places.set(token, places.has(token) ? severalPlaces : place);
  }
  return places;
}

function longestRising(anchors: Anchor[]): Anchor[] {
  const ends: number[] = [];
  const previous: number[] = [];
  const sideOf = (index: number | undefined) => (index === undefined ? -1 : (anchors[index]?.side ?? -1));
  anchors.forEach((anchor, index) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sideOf(ends[middle]) < anchor.side) low = middle + 1;
      else high = middle;
    }
    previous.push(low > 0 ? (ends[low - 1] ?? -1) : -1);
    ends[low] = index;
  });
  const rising: Anchor[] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) {
    const anchor = anchors[index];
    if (anchor) rising.push(anchor);
  }
  return rising.reverse();
}
