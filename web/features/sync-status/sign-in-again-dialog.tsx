import { chakra } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { messages } from '#shared/model/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';

export interface SignInRefusal {
  /** A sentence that says why it did not work. */
  readonly message: string;
  /** The server does not say whether it knows the account: it may have been emptied. */
  readonly mayBeGone: boolean;
}

export interface SignInAgainDialogProps {
  readonly open: boolean;
  readonly username: string;
  onClose(): void;
  /** Null: signed in. */
  onSignIn(password: string): Promise<SignInRefusal | null>;
  /** The same by an account of this name that the server does not have yet. */
  onSignUp(password: string): Promise<SignInRefusal | null>;
}

const Offer = chakra('p', { base: { fontSize: 'sm', color: 'fg.muted' } });

const empty = { password: '', repeated: '' };

/** In place: the page, and what is being written on it, stays as it is. */
export function ReauthenticateDialog({
  open,
  username,
  onClose,
  onSignIn,
  onSignUp,
}: SignInAgainDialogProps) {
  const [fields, setFields] = useState(empty);
  const [errors, setErrors] = useState<Partial<typeof empty>>({});
  const [pending, setPending] = useState(false);
  const [mayBeGone, setMayBeGone] = useState(false);
  const [isCreating, setIsCreating] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const repeatedField = useRef<HTMLInputElement>(null);

  function close(): void {
    setFields(empty);
    setErrors({});
    setMayBeGone(false);
    setIsCreating(false);
    onClose();
  }

  function change(name: keyof typeof empty, text: string): void {
    setFields({ ...fields, [name]: text });
    setErrors({});
  }

  function refuse(name: keyof typeof empty, message: string): void {
    setErrors({ [name]: message });
    (name === 'password' ? field : repeatedField).current?.focus();
  }

  async function submit(): Promise<void> {
    if (pending) return;
    const { password, repeated } = fields;
    if (password === '') return refuse('password', messages.passwordRequired);
    if (isCreating && repeated !== password) return refuse('repeated', messages.passwordsDiffer);
    setPending(true);
    const refusal = await (isCreating ? onSignUp : onSignIn)(password);
    // A field that is still disabled takes no focus.
    flushSync(() => setPending(false));
    if (refusal === null) return close();
    setMayBeGone(refusal.mayBeGone);
    refuse('password', refusal.message);
  }

  function createInstead(): void {
    setIsCreating(true);
    setMayBeGone(false);
    setFields(empty);
    setErrors({});
    field.current?.focus();
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      onSubmit={() => void submit()}
      title={isCreating ? 'Create your account again' : 'Sign in again'}
      description={isCreating ? creating : signingIn}
      width="narrow"
      initialFocus={field}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            type="submit"
            tone="primary"
            pending={pending}
            pendingText={isCreating ? 'Creating account...' : 'Signing in...'}
          >
            {isCreating ? 'Create Account' : 'Sign In'}
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
        autoComplete={isCreating ? 'new-password' : 'current-password'}
        inputRef={field}
        value={fields.password}
        error={errors.password}
        disabled={pending}
        onChange={(text) => change('password', text)}
      />
      {isCreating && (
        <PasswordField
          label="Confirm Password"
          name="confirmPassword"
          autoComplete="new-password"
          inputRef={repeatedField}
          value={fields.repeated}
          error={errors.repeated}
          disabled={pending}
          onChange={(text) => change('repeated', text)}
        />
      )}
      {mayBeGone && (
        <Offer>
          A server that was emptied does not know your account any more, and gives the same answer.{' '}
          <Button tone="link" size="inline" onClick={createInstead}>
            Create your account again
          </Button>
        </Offer>
      )}
    </Dialog>
  );
}

const signingIn =
  'Your session has ended. Nothing is lost: what you wrote is on this device, and sync goes on when you are signed in.';

const creating =
  'For a server that does not know your account any more. Your library stays on this device, and nothing is sent before the sync centre has asked you whose library counts.';
