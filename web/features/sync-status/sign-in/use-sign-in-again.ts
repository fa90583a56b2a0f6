import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { messages } from '#shared/model/messages.ts';

export interface SignInRefusal {
  /** A sentence that says why it did not work. */
  readonly message: string;
  /** The server does not say whether it knows the account: it may have been emptied. */
  readonly mayBeGone: boolean;
}

export interface SignInAgain {
  onClose(): void;
  /** Null: signed in. */
  onSignIn(password: string): Promise<SignInRefusal | null>;
  /** The same by an account of this name that the server does not have yet. */
  onSignUp(password: string): Promise<SignInRefusal | null>;
}

type Field = 'password' | 'repeated';

/** Holds the password fields, and signs in with them or creates the account once more. */
export function useSignInAgain({ onClose, onSignIn, onSignUp }: SignInAgain) {
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({});
  const [pending, setPending] = useState(false);
  const [mayBeGone, setMayBeGone] = useState(false);
  const [isCreating, setIsCreating] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const repeatedField = useRef<HTMLInputElement>(null);

  function close(): void {
    setErrors({});
    setMayBeGone(false);
    setIsCreating(false);
    onClose();
  }

  function refuse(name: Field, message: string): void {
    setErrors({ [name]: message });
    (name === 'password' ? field : repeatedField).current?.focus();
  }

  return {
    ...{ errors, pending, mayBeGone, isCreating, field, repeatedField, close },
    change: () => setErrors({}),
    async submit(): Promise<void> {
      if (pending) return;
      const password = field.current?.value ?? '';
      if (password === '') return refuse('password', messages.passwordRequired);
      if (isCreating && repeatedField.current?.value !== password)
        return refuse('repeated', messages.passwordsDiffer);
      setPending(true);
      const refusal = await (isCreating ? onSignUp : onSignIn)(password);
      // A field that is still disabled takes no focus.
      flushSync(() => setPending(false));
      if (refusal === null) return close();
      setMayBeGone(refusal.mayBeGone);
      refuse('password', refusal.message);
    },
    createInstead(): void {
      setIsCreating(true);
      setMayBeGone(false);
      if (field.current) field.current.value = '';
      setErrors({});
      field.current?.focus();
    },
  };
}
