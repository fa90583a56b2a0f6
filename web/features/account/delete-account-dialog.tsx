import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { limits } from '#shared/model/limits.ts';
import { messages } from '#shared/model/messages.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PasswordField } from '../../ui/password-field.tsx';

/** The numbers of what goes with the account. `unsent`: the changes that are on this device only. */
export interface AccountContents {
  readonly projects: number;
  readonly prompts: number;
  readonly files: number;
  readonly unsent: number;
}

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
  const { password, error, pending, field, change, close, submit } = useDeletion(props);
  return (
    <Dialog
      open={open}
      onClose={close}
      onSubmit={() => void submit()}
      role="alertdialog"
      title="Delete your account?"
      description={`The account ${isolatedName(username)} is deleted on the server, with everything in it.`}
      initialFocus={field}
      footer={
        <>
          <Button disabled={pending} onClick={close}>
            Cancel
          </Button>
          <Button disabled={pending} onClick={onExport}>
            Export everything
          </Button>
          <Button
            type="submit"
            tone="danger"
            disabled={contents === null}
            pending={pending}
            pendingText="Deleting..."
          >
            Delete my account
          </Button>
        </>
      }
    >
      {isRecounted && (
        <p role="status" className="account-warning">
          Something was written in the meantime, so nothing was deleted yet.
        </p>
      )}
      <div className="account-contents">
        <p role="status">{contents === null ? 'Counting what goes...' : whatGoes(contents)}</p>
        <p>{`For ${limits.deletedKeptDays} days the admin of this server can bring the account back; after that it is erased for good.`}</p>
        <p>
          This device is signed out and its library removed. Your other devices keep what they have, and
          cannot sync it any more.
        </p>
      </div>
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        inputRef={field}
        value={password}
        error={error}
        disabled={pending}
        onChange={change}
      />
    </Dialog>
  );
}

function useDeletion({ onClose, onDelete, contents }: DeleteAccountDialogProps) {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  function refuse(message: string): void {
    setError(message);
    field.current?.focus();
  }

  return {
    ...{ password, error, pending, field },
    change(text: string): void {
      setPassword(text);
      setError(undefined);
    },
    close(): void {
      if (pending) return;
      setPassword('');
      setError(undefined);
      onClose();
    },
    async submit(): Promise<void> {
      if (pending || contents === null) return;
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
  const parts = [
    counted(projects, 'project'),
    `${counted(prompts, 'prompt')} with their versions and notes`,
    counted(files, 'file'),
  ];
  const library = `What goes: ${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}.`;
  if (unsent === 0) return library;
  return `${library} ${counted(unsent, 'change')} on this device ${unsent === 1 ? 'was' : 'were'} never sent, and ${unsent === 1 ? 'goes' : 'go'} too.`;
}

function counted(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}
