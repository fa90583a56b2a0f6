import { t } from '#shared/language/translate.ts';
import { versionNumberOf } from '../../data/queries/version-items.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { useLive } from '../../ui/use-live.ts';

/** Returns the name of the text that a run was sent: the current one, which is null, or a version. */
export function useTextName(versionId: number | null): string {
  const library = useLibrary();
  const number = useLive(
    () => (versionId === null ? null : versionNumberOf(library, versionId).then((found) => found ?? null)),
    [library, versionId],
  );
  if (versionId === null) return t('Current text');
  return number == null ? t('A version that is gone') : t('Version {number}', { number });
}
