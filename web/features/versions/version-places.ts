import { t } from '#shared/language/translate.ts';
import { type VersionPlace, versionPlaces } from '../../data/queries/version-items.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { useLive } from '../../ui/hooks/use-live.ts';
import type { Labels } from './use-labels.ts';
import type { OfferedLabel } from './version-labels.ts';

/** Returns where a version is; undefined until that was looked up. */
export type PlaceOf = (versionId: number) => VersionPlace | undefined;

/** Looks up every version that a label is on or was on. */
export function useVersionPlaces({ labels }: Pick<Labels, 'labels'>): PlaceOf {
  const library = useLibrary();
  const ids = labels.flatMap(({ versionId, moves }) => [
    versionId,
    ...moves.flatMap((move) => [move.versionId, move.over ?? null]),
  ]);
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  const places = useLive(() => versionPlaces(library, wanted), [library, wanted.join(' ')]);
  return (versionId) => places?.get(versionId);
}

/** Says which version has a label, as seen from one. */
export function placedOn({ versionId }: OfferedLabel, here: number, placeOf: PlaceOf): string {
  if (versionId === null) return t('on no version');
  if (versionId === here) return t('on this version');
  return t('on {version}', { version: versionName(versionId, placeOf) });
}

export function versionName(versionId: number | null, placeOf: PlaceOf): string {
  if (versionId === null) return t('no version');
  const place = placeOf(versionId);
  if (place === undefined) return '…';
  if (place === 'deleted') return t('a deleted version');
  if (place === 'notHere') return t('a version that is not here');
  return t('Version {number}', { number: place });
}
