/**
 * Cuts base, mine and theirs into regions: settled ones, whose text is decided, and contested ones, which both
 * sides changed differently. Hunks of the two sides that touch without a kept token between them are contested
 * together: whether one edit belongs before, after or instead of the other is not ours to guess.
 * (Khanna, Kunal, Pierce: A Formal Investigation of Diff3, 2007.)
 * Before: merge-text, once by lines and once by words of what the lines left contested.
 */
import {
  type AlignmentBudget,
  alignTokens,
  type Hunk,
  joinNearHunks,
} from '#shared/model/token-alignment.ts';

export type Region =
  | { kind: 'settled'; text: string }
  | { kind: 'contested'; base: string; mine: string; theirs: string };

export type RegionRequest = {
  base: string;
  mine: string;
  theirs: string;
  split: (text: string) => string[];
  budgets: { mine: AlignmentBudget; theirs: AlignmentBudget };
  /** Take edits of one side with only a few kept tokens between them as one edit. */
  joinNear?: boolean;
};

type SideHunk = Hunk & { side: 'mine' | 'theirs' };

export function threeWayRegions(request: RegionRequest): Region[] {
  const base = request.split(request.base);
  const sides = { mine: request.split(request.mine), theirs: request.split(request.theirs) };
  const hunks = (['mine', 'theirs'] as const).flatMap((side) => {
    const found = alignTokens(base, sides[side], request.budgets[side]);
    return (request.joinNear ? joinNearHunks(found, base, sides[side]) : found).map(
      (hunk): SideHunk => ({ ...hunk, side }),
    );
  });
  hunks.sort((one, other) => one.baseStart - other.baseStart || one.baseEnd - other.baseEnd);

  const regions: Region[] = [];
  let done = 0;
  for (const group of touchingGroups(hunks)) {
    if (group.start > done) regions.push({ kind: 'settled', text: textOf(base, done, group.start) });
    const baseText = textOf(base, group.start, group.end);
    const mine = sideText(sides.mine, group, 'mine') ?? baseText;
    const theirs = sideText(sides.theirs, group, 'theirs') ?? baseText;
    if (theirs === baseText || mine === theirs) regions.push({ kind: 'settled', text: mine });
    else if (mine === baseText) regions.push({ kind: 'settled', text: theirs });
    else regions.push({ kind: 'contested', base: baseText, mine, theirs });
    done = group.end;
  }
  if (done < base.length) regions.push({ kind: 'settled', text: textOf(base, done, base.length) });
  return regions;
}

type Group = { start: number; end: number; hunks: SideHunk[] };

function touchingGroups(hunks: SideHunk[]): Group[] {
  const groups: Group[] = [];
  for (const hunk of hunks) {
    const group = groups.at(-1);
    if (group && hunk.baseStart <= group.end) {
      group.end = Math.max(group.end, hunk.baseEnd);
      group.hunks.push(hunk);
    } else {
      groups.push({ start: hunk.baseStart, end: hunk.baseEnd, hunks: [hunk] });
    }
  }
  return groups;
}

/** What a side made of a group's stretch of the base; undefined where it changed nothing in it. */
function sideText(tokens: string[], group: Group, side: 'mine' | 'theirs'): string | undefined {
  const own = group.hunks.filter((hunk) => hunk.side === side);
  const first = own[0];
  const last = own.at(-1);
  if (!first || !last) return undefined;
  return textOf(
    tokens,
    first.sideStart - (first.baseStart - group.start),
    last.sideEnd + (group.end - last.baseEnd),
  );
}

function textOf(tokens: string[], start: number, end: number): string {
  return tokens.slice(start, end).join('');
}
