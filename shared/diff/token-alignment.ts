/**
 * Which tokens of one list another list kept, in bounded work. Tokens are numbers here.
 * 1. The hunks are in order, never touch one another, and everything between them is equal in both lists.
 * 2. However large and repetitive the lists are, the work stays within the budget: where it is spent, or where
 *    a stretch differs too much, that stretch becomes one hunk: coarser, never wrong.
 * 3. The same two lists with the same budget give the same hunks.
 * Equal ends are set aside first, then Myers's greedy search (An O(ND) Difference Algorithm, 1986) runs up to
 * a number of edits; past it, tokens that occur once in each list (as in patience diff) cut the stretch up.
 */

/** `baseStart..baseEnd` of the base stands as `sideStart..sideEnd` in the other list or text; ends are exclusive. */
export type Hunk = { baseStart: number; baseEnd: number; sideStart: number; sideEnd: number };

/** The work that is left to spend; the search takes from it. */
export type AlignmentBudget = { steps: number };

/** More edits than this in one stretch and the search cuts it at its unique tokens instead. */
const maxEdits = 512;
const maxDepth = 12;

type Stretch = Hunk;
export type Lists = { base: Int32Array; side: Int32Array };

/** Equal numbers are equal tokens; there are no numbers below 0 nor past the number of tokens in both lists. */
export function alignNumbers(lists: Lists, budget: AlignmentBudget): Hunk[] {
  const { base, side } = lists;
  const hunks: Hunk[] = [];
  const task = { lists, budget, hunks, anchors: anchorSearch(lists, budget) };
  align(task, { baseStart: 0, baseEnd: base.length, sideStart: 0, sideEnd: side.length }, 0);
  return hunks;
}

/**
 * A rewritten sentence still shares a "the" and an "of" with the old one. Taken as kept, they would let the other
 * side's edits be sown into the new sentence word by word, each one preserved and the whole of it nonsense. So
 * hunks are joined where no more is kept between them than either of them changes; with a `margin`, where so much less.
 */
export function joinNearHunks(hunks: readonly Hunk[], { margin = 0 } = {}): Hunk[] {
  const size = (hunk: Hunk) => Math.max(hunk.baseEnd - hunk.baseStart, hunk.sideEnd - hunk.sideStart);
  const joined: Hunk[] = [];
  for (const next of hunks) {
    let current = next;
    let previous = joined.at(-1);
    while (previous) {
      const kept = current.baseStart - previous.baseEnd;
      if (kept > Math.min(size(previous), size(current)) - margin) break;
      const { baseStart, sideStart } = previous;
      current = { baseStart, baseEnd: current.baseEnd, sideStart, sideEnd: current.sideEnd };
      joined.pop();
      previous = joined.at(-1);
    }
    joined.push(current);
  }
  return joined;
}

type Task = {
  lists: Lists;
  budget: AlignmentBudget;
  hunks: Hunk[];
  anchors(stretch: Stretch): Anchor[];
};

function align(task: Task, whole: Stretch, depth: number): void {
  const { lists, budget, hunks } = task;
  const stretch = withoutEqualEnds(lists, whole);
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
  const anchors = depth < maxDepth && budget.steps > 0 ? task.anchors(stretch) : [];
  if (anchors.length === 0) {
    hunks.push(stretch);
    return;
  }
  let { baseStart, sideStart } = stretch;
  for (const anchor of anchors) {
    align(task, { baseStart, baseEnd: anchor.base, sideStart, sideEnd: anchor.side }, depth + 1);
    baseStart = anchor.base + 1;
    sideStart = anchor.side + 1;
  }
  align(task, { baseStart, baseEnd: stretch.baseEnd, sideStart, sideEnd: stretch.sideEnd }, depth + 1);
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

/** Returns the place at which diagonal k begins with one edit more: by a side token from k + 1, or by a base token from k − 1. */
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

const nowhere = -1;
const severalPlaces = -2;

/** Finds the longest run, in the order of both lists, of tokens that occur exactly once in each. */
function anchorSearch({ base, side }: Lists, budget: AlignmentBudget): (stretch: Stretch) => Anchor[] {
  // By token, its only place in the stretch that is searched; made where there is a search at all.
  const places: Int32Array[] = [];
  return (stretch) => {
    const { baseStart, baseEnd, sideStart, sideEnd } = stretch;
    budget.steps -= baseEnd - baseStart + sideEnd - sideStart;
    while (places.length < 2) places.push(new Int32Array(base.length + side.length).fill(nowhere));
    const [inBase, inSide] = places;
    if (inBase === undefined || inSide === undefined) return [];
    markPlaces(inBase, base, { start: baseStart, end: baseEnd });
    markPlaces(inSide, side, { start: sideStart, end: sideEnd });
    const common: Anchor[] = [];
    for (let at = baseStart; at < baseEnd; at += 1) {
      const token = base[at] ?? 0;
      const other = inSide[token] ?? nowhere;
      if (inBase[token] === at && other >= 0) common.push({ base: at, side: other });
    }
    unmark(inBase, base, { start: baseStart, end: baseEnd });
    unmark(inSide, side, { start: sideStart, end: sideEnd });
    return longestRising(common);
  };
}

type Range = { start: number; end: number };

function markPlaces(places: Int32Array, tokens: Int32Array, { start, end }: Range): void {
  for (let at = start; at < end; at += 1) {
    const token = tokens[at] ?? 0;
    places[token] = places[token] === nowhere ? at : severalPlaces;
  }
}

function unmark(places: Int32Array, tokens: Int32Array, { start, end }: Range): void {
  for (let at = start; at < end; at += 1) places[tokens[at] ?? 0] = nowhere;
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
