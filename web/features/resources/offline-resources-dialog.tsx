import { Button } from '@chakra-ui/react';
import { t } from '#shared/language/translate.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import { keepsOffline, setKeepOffline } from '../../data/resources/blob-storage.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Switch } from '../../ui/dialog-parts/switch.tsx';
import { useLive } from '../../ui/hooks/use-live.ts';
import { StorageLimit } from './storage-limit.tsx';

export interface OfflineFilesDialogProps {
  readonly projectId: number;
  readonly projectName: string;
  readonly open: boolean;
  onClose(): void;
  /** There may be files to fetch now. */
  onKept(): void;
}

/** Asks which files this device keeps, and how much room they may take. */
export function OfflineResourcesDialog(props: OfflineFilesDialogProps) {
  const library = useLibrary();
  const { projectId, projectName, open, onClose, onKept } = props;
  const keeps = useLive(() => keepsOffline(library, projectId), [library, projectId]);

  async function keep(wanted: boolean): Promise<void> {
    await setKeepOffline(library, projectId, wanted);
    if (wanted) onKept();
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('Offline files')}
      description={t('Of {projectName}, on this device', { projectName: isolatedName(projectName) })}
      footer={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      <Switch
        label={t("Keep this project's files offline")}
        hint={t('Other files are downloaded when you open them, and removed when room is needed.')}
        checked={keeps ?? false}
        disabled={keeps === undefined}
        onChange={(wanted) => void keep(wanted)}
      />
      <StorageLimit />
    </Dialog>
  );
}
