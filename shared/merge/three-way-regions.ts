/**
 * Cuts base, mine and theirs into regions: settled ones, whose text is decided, and contested ones, which both
 * sides changed differently. Hunks of the two sides that touch without a kept token between them are contested
 * together: whether one edit belongs before, after or instead of the other is not ours to guess.
 * (Khanna, Kunal, Pierce: A Formal Investigation of Diff3, 2007.)
 * Before: merge-text, once by lines and once by words of what the lines left contested.
 */
import { alignTexts } from '#shared/diff/text-alignment.ts';
import { type AlignmentBudget, type Hunk, joinNearHunks } from '#shared/diff/token-alignment.ts';
import type { Tokenizer } from '#shared/diff/tokenizers.ts';

export type Region =
  | { kind: 'settled'; text: string }
  | { kind: 'contested'; base: string; mine: string; theirs: string };

export type RegionRequest = {
  base: string;
  mine: string;
  theirs: string;
  tokenizer: Tokenizer;
  budgets: { mine: AlignmentBudget; theirs: AlignmentBudget };
  /** Take edits of one side with only a few kept tokens between them as one edit. */
  joinNear?: boolean;
};

type SideHunk = Hunk & { side: 'mine' | 'theirs' };

export function threeWayRegions(request: RegionRequest): Region[] {
  const { base, tokenizer, budgets } = request;
  const hunks = (['mine', 'theirs'] as const).flatMap((side) => {
    const found = alignTexts({ base, side: request[side] }, tokenizer, budgets[side]);
    return (request.joinNear ? joinNearHunks(found) : found).map((hunk): SideHunk => ({ ...hunk, side }));
  });
  hunks.sort((one, other) => one.baseStart - other.baseStart || one.baseEnd - other.baseEnd);

  const regions: Region[] = [];
  let done = 0;
  for (const group of touchingGroups(hunks)) {
    if (group.start > done) regions.push({ kind: 'settled', text: base.slice(done, group.start) });
    const baseText = base.slice(group.start, group.end);
    const mine = sideText(request.mine, group, 'mine') ?? baseText;
    const theirs = sideText(request.theirs, group, 'theirs') ?? baseText;
    if (theirs === baseText || mine === theirs) regions.push({ kind: 'settled', text: mine });
    else if (mine === baseText) regions.push({ kind: 'settled', text: theirs });
    else regions.push({ kind: 'contested', base: baseText, mine, theirs });
    done = group.end;
  }
  if (done < base.length) regions.push({ kind: 'settled', text: base.slice(done) });
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

/** Returns the text that a side made of a group's stretch of the base; undefined if it changed nothing in it. */
function sideText(text: string, group: Group, side: 'mine' | 'theirs'): string | undefined {
  const own = group.hunks.filter((hunk) => hunk.side === side);
  const first = own[0];
  const last = own.at(-1);
  if (!first || !last) return undefined;
  return text.slice(
    first.sideStart - (first.baseStart - group.start),
    last.sideEnd + (group.end - last.baseEnd),
  );
}
