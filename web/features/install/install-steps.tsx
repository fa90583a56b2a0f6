import { Button, List } from '@chakra-ui/react';
import { t } from '#shared/language/translate.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import type { ScreenProps } from '../on-demand.tsx';

/** Names the steps by which a person puts the app on the Home Screen of an iPad or iPhone, whose browsers never ask. */
export function InstallSteps({ open, onClose }: ScreenProps<true>) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('Install Promptory')}
      description={t(
        'From the Home Screen, Promptory opens in its own window, and Safari does not delete your library after seven days without a visit.',
      )}
      width="narrow"
      footer={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      <List.Root as="ol" gap="2" ps="5">
        <List.Item>{t('Press Share in the toolbar of Safari.')}</List.Item>
        <List.Item>{t('Choose “Add to Home Screen”.')}</List.Item>
        <List.Item>
          {t('Press Add. Promptory is on the Home Screen now; open it there and sign in.')}
        </List.Item>
      </List.Root>
    </Dialog>
  );
}
