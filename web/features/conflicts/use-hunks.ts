import { useEffect, useMemo, useState } from 'react';
import { type ConflictHunks, type ConflictTexts, conflictPlaces } from '#shared/diff/conflict-hunks.ts';
import { findConflictBeside } from '../../ui/compare/compare-beside.ts';

/** UTF-16 units of both texts together that the page compares itself, in a few milliseconds. */
const mostComparedHere = 32_768;
const stepsHere = 200_000;

/**
 * Returns the differences of two texts, those of long ones found in a worker; null until they are. Where that takes too
 * long, the two texts are one difference.
 */
export function useHunks({ current, kept }: ConflictTexts): ConflictHunks | null {
  const isShort = current.length + kept.length <= mostComparedHere;
  const here = useMemo(
    () => (isShort ? { current, kept, places: conflictPlaces({ current, kept }, stepsHere) } : null),
    [current, kept, isShort],
  );
  const [found, setFound] = useState<ConflictHunks | null>(null);
  useEffect(() => {
    if (isShort) return;
    return findConflictBeside({ current, kept }, (places) =>
      setFound({ current, kept, places: places ?? Int32Array.of(0, current.length, 0, kept.length) }),
    );
  }, [current, kept, isShort]);
  return here ?? (found?.current === current && found.kept === kept ? found : null);
}
