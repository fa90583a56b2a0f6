import { Button, Text } from '@chakra-ui/react';
import { t } from '#shared/language/translate.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { PasswordField } from '../../../ui/field/password-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { type SignInAgain, useSignInAgain } from './use-sign-in-again.ts';

export interface SignInAgainDialogProps extends SignInAgain {
  readonly open: boolean;
  readonly username: string;
}

const signingIn = () =>
  ({
    title: t('Sign in again'),
    description: t(
      'Your session has ended. Nothing is lost: what you wrote is on this device, and sync goes on when you are signed in.',
    ),
    submit: t('Sign In'),
    pending: t('Signing in...'),
    autoComplete: 'current-password',
  }) as const;

const creating = () =>
  ({
    title: t('Create your account again'),
    description: t(
      'For a server that does not know your account any more. Your library stays on this device, and nothing is sent before the sync centre has asked you whose library counts.',
    ),
    submit: t('Create Account'),
    pending: t('Creating account...'),
    autoComplete: 'new-password',
  }) as const;

/** In place: the page, and what is being written on it, stays as it is. */
export function ReauthenticateDialog({ open, username, ...attempt }: SignInAgainDialogProps) {
  const form = useSignInAgain(attempt);
  const { errors, pending, isCreating } = form;
  const words = isCreating ? creating() : signingIn();
  return (
    <Dialog
      open={open}
      onClose={form.close}
      onSubmit={() => void form.submit()}
      title={words.title}
      description={words.description}
      width="narrow"
      initialFocus={form.field}
      footer={
        <>
          <Button onClick={form.close}>{t('Cancel')}</Button>
          <Button type="submit" variant="solid" loading={pending} loadingText={words.pending}>
            {words.submit}
          </Button>
        </>
      }
    >
      <Username username={username} />
      <PasswordField
        label={t('Password')}
        name="password"
        autoComplete={words.autoComplete}
        inputRef={form.field}
        error={errors.password}
        disabled={pending}
        onChange={form.change}
      />
      {isCreating && (
        <PasswordField
          label={t('Confirm Password')}
          name="confirmPassword"
          autoComplete="new-password"
          inputRef={form.repeatedField}
          error={errors.repeated}
          disabled={pending}
          onChange={form.change}
        />
      )}
      {form.mayBeGone && (
        <Text textStyle="sm" color="fg.muted">
          {t('A server that was emptied does not know your account any more, and gives the same answer.')}{' '}
          <Button variant="plain" size="xs" onClick={form.createInstead}>
            {t('Create your account again')}
          </Button>
        </Text>
      )}
    </Dialog>
  );
}

/** Shows password managers whose password is asked for. */
function Username({ username }: { readonly username: string }) {
  return (
    <TextField
      label={t('Username')}
      name="username"
      autoComplete="username"
      value={username}
      disabled
      onChange={() => {}}
    />
  );
}
