import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { LuMailPlus } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { Invitation, RegistrationMode } from '#shared/model/account/registration.ts';
import { fullDate, noteDate } from '#shared/text/relative-time.ts';
import type { AccountActions } from '../../session/account/account-actions.ts';
import { Section } from '../../ui/dialog-parts/section.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { SkeletonRows } from '../../ui/list/skeleton-rows.tsx';
import { useNotify } from '../../ui/provider.tsx';
import { AccountRow, AccountRows, Hint } from './account-row.tsx';
import { LoadProblem } from './load-problem.tsx';
import { ShownOnce } from './shown-once.tsx';
import { useInvitations } from './use-invitations.ts';

interface InvitationSectionProps {
  readonly registration: RegistrationMode;
  readonly actions: Pick<AccountActions, 'invitations' | 'invite' | 'withdrawInvitation'>;
  readonly now: () => number;
}

/** For admins: makes links by which others can create an account, lists and withdraws them. */
export function InvitationSection({ registration, actions, now }: InvitationSectionProps) {
  return (
    <Section title={t('Invitations')}>
      <Hint>{explanations()[registration]}</Hint>
      {registration === 'invite' && <Invitations {...{ actions, now }} />}
    </Section>
  );
}

const explanations = (): Readonly<Record<RegistrationMode, string>> => ({
  open: t('Everybody who reaches this server can create an account, so nobody needs an invitation.'),
  invite: t('You are an admin of this server. A link lets one person create an account.'),
  closed: t('This server takes no new accounts. With REGISTRATION=invite you can invite people here.'),
});

const durations = () =>
  [
    { value: '1', label: t('1 day') },
    { value: '7', label: t('7 days') },
    { value: '30', label: t('30 days') },
    { value: '90', label: t('90 days') },
  ] as const;

function Invitations({ actions, now }: Omit<InvitationSectionProps, 'registration'>) {
  const notify = useNotify();
  const { list, made, pending, days, setDays, make, invite, withdraw } = useInvitations(actions, notify);
  const { state, reload } = list;
  return (
    <>
      <Flex wrap="wrap" align="end" gap="3">
        <Box flex="0 1 10rem">
          <SelectField label={t('Valid for')} value={days} options={durations()} onChange={setDays} />
        </Box>
        <Button
          ref={make}
          loading={pending === 'invite'}
          loadingText={t('Making a link...')}
          disabled={pending !== null}
          onClick={() => void invite()}
        >
          {t('Make a link')}
        </Button>
      </Flex>
      {made !== null && (
        <ShownOnce
          key={made.id}
          label={t('Link of the invitation')}
          hint={t('The link is shown only now. Send it to one person.')}
          text={made.link}
          copy={t('Copy link')}
        />
      )}
      {state.kind === 'loading' && <SkeletonRows label={t('Loading invitations')} />}
      {state.kind === 'failed' && <LoadProblem message={state.message} onRetry={() => void reload()} />}
      {state.kind === 'loaded' && state.value.length === 0 && <Hint>{t('No invitation is waiting.')}</Hint>}
      {state.kind === 'loaded' && state.value.length > 0 && (
        <AccountRows label={t('Invitations')}>
          {state.value.map((invitation) => (
            <InvitationRow
              key={invitation.id}
              invitation={invitation}
              now={now()}
              pending={pending === invitation.id}
              disabled={pending !== null}
              onWithdraw={() => void withdraw(invitation.id)}
            />
          ))}
        </AccountRows>
      )}
    </>
  );
}

interface InvitationRowProps {
  readonly invitation: Invitation;
  readonly now: number;
  readonly pending: boolean;
  readonly disabled: boolean;
  readonly onWithdraw: () => void;
}

function InvitationRow({ invitation, now, pending, disabled, onWithdraw }: InvitationRowProps) {
  const { createdAt, expiresAt, usedAt } = invitation;
  const state =
    usedAt !== null
      ? t('used {day}', { day: day(usedAt, now) })
      : Date.parse(expiresAt) <= now
        ? t('expired {day}', { day: day(expiresAt, now) })
        : t('valid until {day}', { day: day(expiresAt, now) });
  const isWaiting = usedAt === null && Date.parse(expiresAt) > now;
  return (
    <AccountRow
      icon={<LuMailPlus />}
      end={
        <Button
          size="sm"
          aria-label={
            isWaiting
              ? t('Withdraw the invitation of {date}', { date: fullDate(createdAt, {}) })
              : t('Remove the invitation of {date}', { date: fullDate(createdAt, {}) })
          }
          loading={pending}
          disabled={disabled}
          onClick={onWithdraw}
        >
          {isWaiting ? t('Withdraw') : t('Remove')}
        </Button>
      }
    >
      <Text fontWeight="medium" title={fullDate(createdAt, {})}>
        {t('Made {day}', { day: day(createdAt, now) })}
      </Text>
      <Hint title={fullDate(usedAt ?? expiresAt, {})}>{state}</Hint>
    </AccountRow>
  );
}

function day(at: string, now: number): string {
  return noteDate(at, { now }).replace(/^(Today|Yesterday)$/, (word) => word.toLowerCase());
}
