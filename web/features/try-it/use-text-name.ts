import { t } from '#shared/language/translate.ts';
import { versionNumberOf } from '../../data/queries/version-items.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { useLive } from '../../ui/hooks/use-live.ts';

/** Whether a run was sent the text that its prompt has now, or one that it had; null where that is not looked at. */
export type OwnText = 'current' | 'earlier' | null;

/** Returns the name of the text that a run was sent: of a version, or of the prompt's own, for which `versionId` is null. */
export function useTextName(versionId: number | null, own: OwnText = null): string {
  const library = useLibrary();
  const number = useLive(
    async () => (versionId === null ? undefined : ((await versionNumberOf(library, versionId)) ?? 'gone')),
    [library, versionId],
  );
  if (versionId === null) return nameOfOwn(own);
  if (number === undefined) return '';
  return number === 'gone' ? t('A version that is gone') : t('Version {number}', { number });
}

function nameOfOwn(own: OwnText): string {
  if (own === null) return '';
  return own === 'earlier' ? t('Earlier text') : t('Current text');
}
