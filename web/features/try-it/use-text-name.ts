import { t } from '#shared/language/translate.ts';
import { versionNumberOf } from '../../data/queries/version-items.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { useLive } from '../../ui/use-live.ts';

/**
 * Returns the name of the text that a run was sent: a version, or the prompt's own, which is null. `isEarlier`: the
 * prompt's own text was changed since.
 */
export function useTextName(versionId: number | null, isEarlier = false): string {
  const library = useLibrary();
  const number = useLive(
    async () => (versionId === null ? undefined : ((await versionNumberOf(library, versionId)) ?? 'gone')),
    [library, versionId],
  );
  if (versionId === null) return isEarlier ? t('Earlier text') : t('Current text');
  if (number === undefined) return '';
  return number === 'gone' ? t('A version that is gone') : t('Version {number}', { number });
}
