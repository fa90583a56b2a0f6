import { t } from '#shared/language/translate.ts';
import { versionNumberOf } from '../../data/queries/version-items.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { useLive } from '../../ui/use-live.ts';

/** Returns the name of the text that a run was sent: the current one, which is null, or a version. */
export function useTextName(versionId: number | null): string {
  const library = useLibrary();
  const number = useLive(
    async () => (versionId === null ? undefined : ((await versionNumberOf(library, versionId)) ?? 'gone')),
    [library, versionId],
  );
  if (versionId === null) return t('Current text');
  if (number === undefined) return '';
  return number === 'gone' ? t('A version that is gone') : t('Version {number}', { number });
}
