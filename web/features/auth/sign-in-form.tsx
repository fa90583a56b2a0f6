import { Button } from '@chakra-ui/react';
import { t } from '#shared/language/translate.ts';
import type { Credentials } from '#shared/model/account/user.ts';
import { PasswordField } from '../../ui/field/password-field.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { AuthForm } from './auth-form.tsx';
import { SignInForm as schema } from './auth-forms.ts';
import { useFormState } from './form-state.ts';

const empty = { username: '', password: '' };

export function SignInForm({ onSubmit }: { readonly onSubmit: (credentials: Credentials) => Promise<void> }) {
  const { errors, pending, form, change, submit } = useFormState({ schema, empty, onSubmit });
  return (
    <AuthForm formRef={form} label={t('Sign in')} onChange={change} onSubmit={submit}>
      <TextField
        label={t('Username')}
        name="username"
        placeholder={t('Enter your username')}
        autoComplete="username"
        autoFocus
        verbatim
        error={errors.username}
      />
      <PasswordField
        label={t('Password')}
        name="password"
        placeholder={t('Enter your password')}
        autoComplete="current-password"
        error={errors.password}
      />
      <Button type="submit" variant="solid" size="lg" loading={pending} loadingText={t('Signing in...')}>
        {t('Sign In')}
      </Button>
    </AuthForm>
  );
}
