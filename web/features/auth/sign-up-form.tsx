import { Button } from '@chakra-ui/react';
import { t } from '#shared/language/translate.ts';
import type { Registration } from '#shared/model/account/user.ts';
import { PasswordField } from '../../ui/field/password-field.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
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
  const { errors, pending, form, change, submit } = useFormState({
    schema: needsCode ? FirstSignUpForm : AnySignUpForm,
    empty,
    onSubmit: (parsed) => onSubmit(registrationOf(parsed, invite)),
  });
  return (
    <AuthForm formRef={form} label={t('Create account')} onChange={change} onSubmit={submit}>
      {needsCode && <CodeField error={errors.code} />}
      <TextField
        label={t('Full Name')}
        name="displayName"
        placeholder={t('Enter your full name')}
        autoComplete="name"
        autoFocus={!needsCode}
        error={errors.displayName}
      />
      <TextField
        label={t('Username')}
        name="username"
        placeholder={t('Choose a username')}
        autoComplete="username"
        verbatim
        error={errors.username}
      />
      <PasswordField
        label={t('Password')}
        name="password"
        placeholder={t('Create a password')}
        autoComplete="new-password"
        error={errors.password}
      />
      <PasswordField
        label={t('Confirm Password')}
        name="confirmPassword"
        placeholder={t('Enter your password again')}
        autoComplete="new-password"
        error={errors.confirmPassword}
      />
      <Button
        type="submit"
        variant="solid"
        size="lg"
        loading={pending}
        loadingText={t('Creating account...')}
      >
        {t('Create Account')}
      </Button>
    </AuthForm>
  );
}

function CodeField({ error }: { readonly error: string | undefined }) {
  return (
    <TextField
      label={t('Code')}
      name="code"
      hint={t('The server printed it when it started. This account will be its admin.')}
      autoComplete="off"
      autoFocus
      verbatim
      error={error}
    />
  );
}
