import { Text } from '@chakra-ui/react';
import { useState } from 'react';
import { t } from '#shared/language/translate.ts';
import { messages, refusalMessages } from '#shared/model/messages.ts';
import type { Resource } from '#shared/model/resource.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import { daysInBin } from '../../data/bin/clear-bin.ts';
import { commit } from '../../data/commit/commit.ts';
import type { Library } from '../../data/database/library.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { undoDeletion } from '../../session/undo-deletion.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { useNotify } from '../../ui/provider.tsx';

export interface DeleteResourceDialogProps {
  readonly resource: Resource;
  readonly open: boolean;
  onClose(): void;
  onDeleted(resourceId: number): void;
  focusAfterwards(): HTMLElement | null;
}

export function DeleteResourceDialog(props: DeleteResourceDialogProps) {
  const library = useLibrary();
  const notify = useNotify();
  const { resource, open, onClose, onDeleted, focusAfterwards } = props;
  const [pending, setPending] = useState(false);

  async function confirm(): Promise<void> {
    setPending(true);
    const reason = await reasonAgainstDeleting(library, resource.id);
    setPending(false);
    if (reason === null) {
      notify({
        title: t('Resource deleted'),
        description: t('"{name}" has been deleted.', { name: isolatedName(resource.name) }),
        ...undoDeletion(library, [`resource:${resource.id}`], notify),
      });
      onDeleted(resource.id);
    } else notify({ title: t('Deletion failed'), description: reason, kind: 'destructive' });
    onClose();
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => void confirm()}
      title={t('Delete Resource')}
      question={t('Are you sure you want to delete this resource? This action cannot be undone.')}
      pending={pending}
      pendingText={t('Deleting...')}
      finalFocus={focusAfterwards}
    >
      <Text color="fg.muted">{t('A copy stays in the Bin for {days} days.', { days: daysInBin })}</Text>
    </ConfirmDialog>
  );
}

async function reasonAgainstDeleting(library: Library, id: number): Promise<string | null> {
  try {
    const outcome = await commit(library, 'deleteResource', { id });
    return outcome.ok ? null : refusalMessages[outcome.code];
  } catch (error) {
    console.error('Error deleting resource', error);
    return messages.changeNotWritten;
  }
}
