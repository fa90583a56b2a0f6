import { t } from '#shared/language/translate.ts';
import type { Registration } from '#shared/model/user.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { AuthForm } from './auth-form.tsx';
import { SignUpForm as AnySignUpForm, FirstSignUpForm, registrationOf } from './auth-forms.ts';
import { useFormState } from './form-state.ts';

const empty = { code: '', displayName: '', username: '', password: '', confirmPassword: '' };

export interface SignUpFormProps {
  /** The account is the first one of the server. */
  readonly needsCode: boolean;
  readonly invite: string | null;
  readonly onSubmit: (registration: Registration) => Promise<void>;
}

export function SignUpForm({ needsCode, invite, onSubmit }: SignUpFormProps) {
  const { fields, errors, pending, form, change, submit } = useFormState({
    schema: needsCode ? FirstSignUpForm : AnySignUpForm,
    empty,
    onSubmit: (parsed) => onSubmit(registrationOf(parsed, invite)),
  });
  return (
    <AuthForm formRef={form} label={t('Create account')} onSubmit={submit}>
      {needsCode && <CodeField text={fields.code} error={errors.code} onChange={change('code')} />}
      <TextField
        label={t('Full Name')}
        name="displayName"
        placeholder={t('Enter your full name')}
        autoComplete="name"
        autoFocus={!needsCode}
        value={fields.displayName}
        error={errors.displayName}
        onChange={change('displayName')}
      />
      <TextField
        label={t('Username')}
        name="username"
        placeholder={t('Choose a username')}
        autoComplete="username"
        verbatim
        value={fields.username}
        error={errors.username}
        onChange={change('username')}
      />
      <PasswordField
        label={t('Password')}
        name="password"
        placeholder={t('Create a password')}
        autoComplete="new-password"
        value={fields.password}
        error={errors.password}
        onChange={change('password')}
      />
      <PasswordField
        label={t('Confirm Password')}
        name="confirmPassword"
        placeholder={t('Enter your password again')}
        autoComplete="new-password"
        value={fields.confirmPassword}
        error={errors.confirmPassword}
        onChange={change('confirmPassword')}
      />
      <Button type="submit" tone="primary" size="lg" pending={pending} pendingText={t('Creating account...')}>
        {t('Create Account')}
      </Button>
    </AuthForm>
  );
}

interface CodeFieldProps {
  readonly text: string;
  readonly error: string | undefined;
  readonly onChange: (text: string) => void;
}

function CodeField({ text, error, onChange }: CodeFieldProps) {
  return (
    <TextField
      label={t('Code')}
      name="code"
      hint={t('The server printed it when it started. This account will be its admin.')}
      autoComplete="off"
      autoFocus
      verbatim
      value={text}
      error={error}
      onChange={onChange}
    />
  );
}
