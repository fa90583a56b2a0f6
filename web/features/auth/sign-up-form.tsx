import type { Registration } from '#shared/model/user.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { AuthForm } from './auth-form.tsx';
import { registrationOf, SignUpForm as schema } from './auth-forms.ts';
import { useFormState } from './form-state.ts';

const empty = { displayName: '', username: '', password: '', confirmPassword: '' };

export function SignUpForm({
  onSubmit,
}: {
  readonly onSubmit: (registration: Registration) => Promise<void>;
}) {
  const { fields, errors, pending, form, change, submit } = useFormState({
    schema,
    empty,
    onSubmit: (parsed) => onSubmit(registrationOf(parsed)),
  });
  return (
    <AuthForm formRef={form} label="Create account" onSubmit={submit}>
      <TextField
        label="Full Name"
        name="displayName"
        placeholder="Enter your full name"
        autoComplete="name"
        autoFocus
        value={fields.displayName}
        error={errors.displayName}
        onChange={change('displayName')}
      />
      <TextField
        label="Username"
        name="username"
        placeholder="Choose a username"
        autoComplete="username"
        verbatim
        value={fields.username}
        error={errors.username}
        onChange={change('username')}
      />
      <PasswordField
        label="Password"
        name="password"
        placeholder="Create a password"
        autoComplete="new-password"
        value={fields.password}
        error={errors.password}
        onChange={change('password')}
      />
      <PasswordField
        label="Confirm Password"
        name="confirmPassword"
        placeholder="Enter your password again"
        autoComplete="new-password"
        value={fields.confirmPassword}
        error={errors.confirmPassword}
        onChange={change('confirmPassword')}
      />
      <Button type="submit" tone="primary" size="lg" pending={pending} pendingText="Creating account...">
        Create Account
      </Button>
    </AuthForm>
  );
}
