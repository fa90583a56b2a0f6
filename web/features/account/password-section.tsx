import { Box, Button, Stack } from '@chakra-ui/react';
import { t } from '#shared/language/translate.ts';
import type { AccountActions } from '../../session/account/account-actions.ts';
import { Section } from '../../ui/dialog-parts/section.tsx';
import { PasswordField } from '../../ui/field/password-field.tsx';
import { useNotify } from '../../ui/provider.tsx';
import { Hint } from './account-row.tsx';
import { usePasswordChange } from './use-password-change.ts';

interface PasswordSectionProps {
  readonly username: string;
  readonly changePassword: AccountActions['changePassword'];
  readonly minLength: number;
  /** The other sessions have ended. */
  readonly onChanged: () => void;
}

const passwordFields = () =>
  [
    { label: t('Current Password'), name: 'currentPassword', autoComplete: 'current-password' },
    { label: t('New Password'), name: 'newPassword', autoComplete: 'new-password' },
    { label: t('Confirm New Password'), name: 'confirmPassword', autoComplete: 'new-password' },
  ] as const;

export function PasswordSection({ username, ...options }: PasswordSectionProps) {
  const { errors, pending, form, change, submit } = usePasswordChange({ ...options, notify: useNotify() });
  return (
    <Section title={t('Change password')}>
      <Hint>{t('Your other devices keep what they have, and ask to sign in again.')}</Hint>
      <Hint>{t('API tokens go on working until you revoke them.')}</Hint>
      <Stack gap="4" asChild>
        <form
          ref={form}
          aria-label={t('Change password')}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          {/* Shows password managers whose password is changed. */}
          <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
          {passwordFields().map(({ label, name, autoComplete }) => (
            <PasswordField
              key={name}
              label={label}
              name={name}
              autoComplete={autoComplete}
              error={errors[name]}
              disabled={pending}
              onChange={change}
            />
          ))}
          <Box>
            <Button type="submit" loading={pending} loadingText={t('Changing...')}>
              {t('Change password')}
            </Button>
          </Box>
        </form>
      </Stack>
    </Section>
  );
}
