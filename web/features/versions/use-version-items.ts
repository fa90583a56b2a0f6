import { useMemo } from 'react';
import type { Library } from '../../data/database/library.ts';
import { type ListedVersion, listedVersions } from '../../data/queries/version-items.ts';
import type { Standing } from '../../data/run/case-standings.ts';
import { useVersionStandings } from '../../session/case-standings.ts';
import { useLive } from '../../ui/hooks/use-live.ts';

/** So many versions are read together: a small step of a scroll reads nothing. */
const block = 8;

/** `standing`: how its cases stand against the version before it, where they were run. */
export type ShownVersion = ListedVersion & { readonly standing: Standing | undefined };

/** Returns the versions at these places, by id, as soon as they are read; their texts are read with them. */
export function useVersionItems(
  library: Library,
  ids: readonly number[],
  places: readonly number[],
): ReadonlyMap<number, ShownVersion> {
  const standings = useVersionStandings(ids[0]);
  const blocks = new Set(places.filter((place) => place >= 0).map((place) => Math.floor(place / block)));
  const wanted = [...blocks].flatMap((at) => ids.slice(at * block, (at + 1) * block));
  const found = useLive(() => listedVersions(library, wanted), [library, wanted.join(' ')]);
  return useMemo(
    () => new Map(found?.map((item) => [item.id, { ...item, standing: standings.get(item.id) }])),
    [found, standings],
  );
}
