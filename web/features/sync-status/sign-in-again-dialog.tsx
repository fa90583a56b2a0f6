import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { messages } from '#shared/model/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';

export interface SignInAgainDialogProps {
  readonly open: boolean;
  readonly username: string;
  onClose(): void;
  /** Null: signed in. Otherwise a sentence that says why not. */
  onSignIn(password: string): Promise<string | null>;
}

/** In place: the page, and what is being written on it, stays as it is. */
export function SignInAgainDialog({ open, username, onClose, onSignIn }: SignInAgainDialogProps) {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const [pending, setPending] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  function close(): void {
    setPassword('');
    setError(undefined);
    onClose();
  }

  async function submit(): Promise<void> {
    if (pending) return;
    if (password === '') {
      setError(messages.passwordRequired);
      field.current?.focus();
      return;
    }
    setPending(true);
    const refusal = await onSignIn(password);
    // A field that is still disabled takes no focus.
    flushSync(() => setPending(false));
    if (refusal === null) close();
    else {
      setError(refusal);
      field.current?.focus();
    }
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      onSubmit={() => void submit()}
      title="Sign in again"
      description="Your session has ended. Nothing is lost: what you wrote is on this device and is sent as soon as you are signed in."
      width="narrow"
      initialFocus={field}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" tone="primary" pending={pending} pendingText="Signing in...">
            Sign In
          </Button>
        </>
      }
    >
      <TextField
        label="Username"
        name="username"
        autoComplete="username"
        value={username}
        disabled
        onChange={() => {}}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        inputRef={field}
        value={password}
        error={error}
        disabled={pending}
        onChange={(text) => {
          setPassword(text);
          setError(undefined);
        }}
      />
    </Dialog>
  );
}
