import { Text } from '@chakra-ui/react';
import { useState } from 'react';
import { t } from '#shared/language/translate.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import { daysInBin } from '../../data/bin/clear-bin.ts';
import type { CommitOutcome } from '../../data/commit/commit-outcome.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { useNotify } from '../../ui/provider.tsx';
import type { ToastRequest } from '../../ui/toast/toaster-store.ts';
import { attemptCommit } from './attempt-commit.ts';

export interface DeleteDialogProps {
  readonly open: boolean;
  readonly title: string;
  /** Of what would be deleted. */
  readonly name: string;
  /** The title of the toast that says why it was not. */
  readonly failure: string;
  /** The toast that says that it was. */
  readonly done: ToastRequest;
  onClose(): void;
  onDelete(): Promise<CommitOutcome>;
  onDeleted(): void;
  focusAfterwards(): HTMLElement | null;
}

export function DeleteDialog(props: DeleteDialogProps) {
  const notify = useNotify();
  const { open, onClose, onDelete, onDeleted } = props;
  const [pending, setPending] = useState(false);

  async function confirm(): Promise<void> {
    setPending(true);
    const outcome = await attemptCommit(onDelete);
    setPending(false);
    if (outcome.ok) {
      onDeleted();
      notify(props.done);
    } else notify({ title: props.failure, description: outcome.message, kind: 'destructive' });
    onClose();
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => void confirm()}
      title={props.title}
      question={t('Are you sure you want to delete "{name}"? This action cannot be undone.', {
        name: isolatedName(props.name),
      })}
      pending={pending}
      pendingText={t('Deleting...')}
      finalFocus={props.focusAfterwards}
    >
      <Text color="fg.muted">{t('A copy stays in the Bin for {days} days.', { days: daysInBin })}</Text>
    </ConfirmDialog>
  );
}
