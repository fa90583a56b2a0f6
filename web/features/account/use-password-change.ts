import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { t } from '#shared/language/translate.ts';
import { limits } from '#shared/model/limits.ts';
import { messages } from '#shared/model/messages.ts';
import type { AccountActions } from '../../session/account/account-actions.ts';
import type { ToastRequest } from '../../ui/toast/toaster-store.ts';

const order = ['currentPassword', 'newPassword', 'confirmPassword'] as const;
type Field = (typeof order)[number];
type Fields = Readonly<Record<Field, string>>;

interface PasswordChangeOptions {
  readonly changePassword: AccountActions['changePassword'];
  /** Characters that this server asks for. */
  readonly minLength: number;
  readonly onChanged: () => void;
  notify(toast: ToastRequest): void;
}

/** Checks the three fields, and sends them. The first wrong field gets the focus. */
export function usePasswordChange({ changePassword, minLength, onChanged, notify }: PasswordChangeOptions) {
  const [errors, setErrors] = useState<Partial<Fields>>({});
  const [pending, setPending] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  function refuse(wrong: Partial<Fields>): void {
    setErrors(wrong);
    const first = order.find((field) => wrong[field] !== undefined);
    const control = form.current?.elements.namedItem(first ?? '');
    if (control instanceof HTMLElement) control.focus();
  }

  return {
    ...{ errors, pending, form },
    change: () => setErrors({}),
    async submit(): Promise<void> {
      if (pending) return;
      const fields = fieldsOf(form.current);
      const wrong = errorsOf(fields, minLength);
      if (Object.keys(wrong).length > 0) return refuse(wrong);
      setPending(true);
      const { currentPassword, newPassword } = fields;
      const answer = await changePassword({ currentPassword, newPassword });
      // A field that is still disabled takes no focus.
      flushSync(() => setPending(false));
      if (!answer.ok) {
        const field = order.find((name) => name === answer.field) ?? 'currentPassword';
        return refuse({ [field]: answer.message });
      }
      form.current?.reset();
      setErrors({});
      notify({ title: t('Password changed'), description: t('Your other devices have to sign in again.') });
      onChanged();
    },
  };
}

function fieldsOf(form: HTMLFormElement | null): Fields {
  const entered = new FormData(form ?? undefined);
  const text = (field: Field) => String(entered.get(field) ?? '');
  return {
    currentPassword: text('currentPassword'),
    newPassword: text('newPassword'),
    confirmPassword: text('confirmPassword'),
  };
}

function errorsOf(
  { currentPassword, newPassword, confirmPassword }: Fields,
  minLength: number,
): Partial<Fields> {
  const tooShort =
    minLength === limits.passwordMinLength
      ? messages.passwordTooShort
      : t('Password must be at least {minLength} characters', { minLength });
  return {
    ...(currentPassword === '' ? { currentPassword: messages.passwordRequired } : {}),
    ...(newPassword.length < minLength ? { newPassword: tooShort } : {}),
    ...(confirmPassword === newPassword ? {} : { confirmPassword: messages.passwordsDiffer }),
  };
}
