import { Alert, Button, Stack } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { t } from '#shared/language/translate.ts';
import { limits } from '#shared/model/limits.ts';
import { messages } from '#shared/model/messages.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import type { AccountContents } from '../../session/account/use-account-deletion.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { PasswordField } from '../../ui/field/password-field.tsx';

export interface DeleteAccountDialogProps {
  readonly open: boolean;
  readonly username: string;
  /** Null while it is counted. */
  readonly contents: AccountContents | null;
  /** There is more by now than the person was asked about before. */
  readonly isRecounted: boolean;
  onClose(): void;
  onExport(): void;
  /** Returns why the account is still there, as a sentence; null: it is deleted, or the contents are counted once more. */
  onDelete(password: string): Promise<string | null>;
}

/** Names what goes, and asks for the password. */
export function DeleteAccountDialog(props: DeleteAccountDialogProps) {
  const { open, username, contents, isRecounted, onExport } = props;
  const { error, pending, field, change, close, submit } = useDeletion(props);
  return (
    <Dialog
      open={open}
      onClose={close}
      onSubmit={() => void submit()}
      role="alertdialog"
      title={t('Delete your account?')}
      description={t('The account {username} is deleted on the server, with everything in it.', {
        username: isolatedName(username),
      })}
      initialFocus={field}
      footer={
        <>
          <Button disabled={pending} onClick={close}>
            {t('Cancel')}
          </Button>
          <Button disabled={pending} onClick={onExport}>
            {t('Export everything')}
          </Button>
          <Button
            type="submit"
            variant="solid"
            colorPalette="danger"
            disabled={contents === null}
            loading={pending}
            loadingText={t('Deleting...')}
          >
            {t('Delete my account')}
          </Button>
        </>
      }
    >
      {isRecounted && (
        <Alert.Root status="warning" role="status">
          {t('Something was written in the meantime, so nothing was deleted yet.')}
        </Alert.Root>
      )}
      <Consequences contents={contents} />
      <PasswordField
        label={t('Password')}
        name="password"
        autoComplete="current-password"
        inputRef={field}
        error={error}
        disabled={pending}
        onChange={change}
      />
    </Dialog>
  );
}

function Consequences({ contents }: Pick<DeleteAccountDialogProps, 'contents'>) {
  return (
    <Stack gap="3" textStyle="sm">
      <p role="status">{contents === null ? t('Counting what will be deleted...') : whatGoes(contents)}</p>
      <p>
        {t(
          'For {days} days the admin of this server can bring the account back; after that it is erased for good.',
          { days: limits.deletedKeptDays },
        )}
      </p>
      <p>
        {t(
          'This device is signed out and its library removed. Your other devices keep what they have, and cannot sync it any more.',
        )}
      </p>
    </Stack>
  );
}

function useDeletion({ onClose, onDelete, contents }: DeleteAccountDialogProps) {
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  function refuse(message: string): void {
    setError(message);
    field.current?.focus();
  }

  return {
    ...{ error, pending, field },
    change: () => setError(undefined),
    close(): void {
      if (pending) return;
      setError(undefined);
      onClose();
    },
    async submit(): Promise<void> {
      if (pending || contents === null) return;
      const password = field.current?.value ?? '';
      if (password === '') return refuse(messages.passwordRequired);
      setPending(true);
      const refusal = await onDelete(password);
      // A field that is still disabled takes no focus.
      flushSync(() => setPending(false));
      if (refusal !== null) refuse(refusal);
    },
  };
}

function whatGoes({ projects, prompts, files, unsent }: AccountContents): string {
  const library = t(
    'This deletes {projects, plural, one {# project} other {# projects}}, {prompts, plural, one {# prompt} other {# prompts}} with versions and notes, and {files, plural, one {# file} other {# files}}.',
    { projects, prompts, files },
  );
  if (unsent === 0) return library;
  const lost = t(
    '{unsent, plural, one {# change on this device was never sent, and is deleted too.} other {# changes on this device were never sent, and are deleted too.}}',
    { unsent },
  );
  return `${library} ${lost}`;
}
