import { Box, Button, Stack } from '@chakra-ui/react';
import { useRef } from 'react';
import { t } from '#shared/language/translate.ts';
import type { User } from '#shared/model/account/user.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import type { AccountActions } from '../../session/account/account-actions.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Section } from '../../ui/dialog-parts/section.tsx';
import { SkeletonRows } from '../../ui/list/skeleton-rows.tsx';
import { Hint } from './account-row.tsx';
import { DeviceSection } from './device-section.tsx';
import { InvitationSection } from './invitation-section.tsx';
import { LoadProblem } from './load-problem.tsx';
import { PasswordSection } from './password-section.tsx';
import { useLoaded } from './use-loaded.ts';

export interface AccountDialogProps {
  readonly open: boolean;
  readonly user: User;
  readonly actions: AccountActions;
  readonly now: () => number;
  onClose(): void;
  onDelete(): void;
}

/** The account of the person signed in: password, devices, invitations, deletion. */
export function AccountDialog(props: AccountDialogProps) {
  const { open, user, actions, now, onClose } = props;
  const account = useLoaded(actions.read, open);
  const sessions = useLoaded(actions.sessions, open);
  // Takes the focus, because the first field is still loading and would open a phone's keyboard.
  const start = useRef<HTMLDivElement>(null);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('Account and devices')}
      description={t('Signed in as {displayName} ({username})', {
        displayName: isolatedName(user.displayName),
        username: isolatedName(user.username),
      })}
      initialFocus={start}
      footer={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      <Stack ref={start} tabIndex={-1} gap="7" textStyle="sm" outline="0">
        {account.state.kind === 'loading' && <SkeletonRows label={t('Loading your account')} />}
        {account.state.kind === 'failed' && (
          <LoadProblem
            message={account.state.message}
            onRetry={() => void Promise.all([account.reload(), sessions.reload()])}
          />
        )}
        {account.state.kind === 'loaded' && (
          <>
            <PasswordSection
              username={user.username}
              changePassword={actions.changePassword}
              minLength={account.state.value.minPasswordLength}
              onChanged={() => void sessions.reload()}
            />
            <DeviceSection {...{ sessions, actions, now }} />
            {account.state.value.isAdmin && (
              <InvitationSection registration={account.state.value.registration} {...{ actions, now }} />
            )}
          </>
        )}
        <Leaving onDelete={props.onDelete} />
      </Stack>
    </Dialog>
  );
}

function Leaving({ onDelete }: Pick<AccountDialogProps, 'onDelete'>) {
  return (
    <Section title={t('Delete account')}>
      <Hint>{t('First you enter your password, and see what will be deleted.')}</Hint>
      <Box>
        <Button size="sm" onClick={onDelete}>
          {t('Delete my account…')}
        </Button>
      </Box>
    </Section>
  );
}
