/** Finds the text at which a case stopped to hold, by halving those between one that holds and one that fails. */

/** Whether a case holds at a text; null: it could not be found out. */
export type Holds<Place> = (place: Place) => Promise<boolean | null>;

/**
 * `neverHeld`: it fails at the first one too. `undecided`: it could not be found out at `place`. `ended`: whoever asked does
 * not want to know any more.
 */
export type FirstFailing<Place> =
  | { readonly kind: 'found'; readonly broke: Place; readonly held: Place }
  | { readonly kind: 'neverHeld' }
  | { readonly kind: 'undecided'; readonly place: Place }
  | { readonly kind: 'ended' };

type Search<Place> = {
  /** The oldest first; the last one is known to fail. At least two. */
  readonly places: readonly [Place, ...Place[]];
  holds: Holds<Place>;
  isWanted(): boolean;
};

/** Asks about the first place, and then about each half. Rejects where `holds` does. */
export async function firstFailing<Place>({
  places,
  holds,
  isWanted,
}: Search<Place>): Promise<FirstFailing<Place>> {
  const [first] = places;
  const isFirstHeld = await holds(first);
  if (!isWanted()) return { kind: 'ended' };
  if (isFirstHeld === null) return { kind: 'undecided', place: first };
  if (!isFirstHeld) return { kind: 'neverHeld' };
  let held = 0;
  let broke = places.length - 1;
  while (broke - held > 1) {
    const middle = Math.floor((held + broke) / 2);
    const place = places[middle] ?? first;
    const isHeld = await holds(place);
    if (!isWanted()) return { kind: 'ended' };
    if (isHeld === null) return { kind: 'undecided', place };
    if (isHeld) held = middle;
    else broke = middle;
  }
  return { kind: 'found', broke: places[broke] ?? first, held: places[held] ?? first };
}

/** Returns how many places are asked about at most. */
export function mostAsked(places: number): number {
  return 1 + Math.ceil(Math.log2(Math.max(1, places - 1)));
}
