import type { ReactNode } from 'react';
import { matchedPlaces } from '#shared/text/fuzzy-match.ts';

/** `name`: the title with its letters folded. */
type MarkedNameProps = {
  readonly title: string;
  readonly name: string;
  readonly words: readonly string[];
};

/** The title with the letters marked by which it was found. */
export function MarkedName({ title, name, words }: MarkedNameProps) {
  const places = words.length === 0 ? [] : matchedPlaces(words, name);
  if (places.length === 0) return title;
  // The places are those of the composed title.
  const composed = title.normalize('NFC');
  const parts: ReactNode[] = [];
  let end = 0;
  for (const [from, to] of runsOf(places)) {
    parts.push(composed.slice(end, from), <mark key={from}>{composed.slice(from, to)}</mark>);
    end = to;
  }
  return [...parts, composed.slice(end)];
}

/** Returns the runs of places that follow each other, each from its first to after its last. */
function runsOf(places: readonly number[]): [from: number, to: number][] {
  const runs: [number, number][] = [];
  for (const place of places) {
    const last = runs.at(-1);
    if (last !== undefined && last[1] === place) last[1] = place + 1;
    else runs.push([place, place + 1]);
  }
  return runs;
}
