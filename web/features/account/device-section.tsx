import { Box, Button, Strong, Text } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { LuMonitorSmartphone } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { AccountSession } from '#shared/model/account/account.ts';
import { deviceName } from '#shared/text/device-name.ts';
import { fullDate, noteDate, relativeTime } from '#shared/text/relative-time.ts';
import type { AccountActions } from '../../session/account/account-actions.ts';
import type { Done } from '../../session/account/account-answers.ts';
import { Section } from '../../ui/dialog-parts/section.tsx';
import { SkeletonRows } from '../../ui/list/skeleton-rows.tsx';
import { useNotify } from '../../ui/provider.tsx';
import type { ToastRequest } from '../../ui/toast/toaster-store.ts';
import { AccountRow, AccountRows, Hint } from './account-row.tsx';
import { LoadProblem } from './load-problem.tsx';
import type { LoadedState } from './use-loaded.ts';

interface DeviceSectionProps {
  readonly sessions: LoadedState<readonly AccountSession[]>;
  readonly actions: Pick<AccountActions, 'endSession' | 'endOtherSessions'>;
  readonly now: () => number;
}

/** Lists where the account is signed in, and ends what the person does not know or use any more. */
export function DeviceSection({ sessions, actions, now }: DeviceSectionProps) {
  const notify = useNotify();
  const heading = useRef<HTMLHeadingElement>(null);
  const [ending, setEnding] = useState<string | null>(null);
  const { state, reload } = sessions;

  async function end(what: string, act: () => Promise<Done>, done: ToastRequest): Promise<void> {
    setEnding(what);
    const answer = await act();
    await reload();
    setEnding(null);
    if (!answer.ok)
      return notify({ title: t('Not ended'), description: answer.message, kind: 'destructive' });
    // The pressed button is gone with its row.
    heading.current?.focus();
    notify(done);
  }

  return (
    <Section title={t('Devices')} headingRef={heading}>
      <Hint>
        {t('A device whose session you end keeps its library and its unsent changes, and asks to sign in.')}
      </Hint>
      {state.kind === 'loading' && <SkeletonRows label={t('Loading devices')} />}
      {state.kind === 'failed' && <LoadProblem message={state.message} onRetry={() => void reload()} />}
      {state.kind === 'loaded' && (
        <DeviceList
          sessions={state.value}
          ending={ending}
          now={now()}
          onEnd={({ id, device }) =>
            void end(id, () => actions.endSession(id), {
              title: t('Session ended'),
              description: nameOf(device),
            })
          }
          onEndOthers={() =>
            void end(others, actions.endOtherSessions, { title: t('All other sessions ended') })
          }
        />
      )}
    </Section>
  );
}

const others = 'others';

interface DeviceListProps {
  readonly sessions: readonly AccountSession[];
  /** The id of the session that is being ended, or `others`. */
  readonly ending: string | null;
  readonly now: number;
  readonly onEnd: (session: AccountSession) => void;
  readonly onEndOthers: () => void;
}

function DeviceList({ sessions, ending, now, onEnd, onEndOthers }: DeviceListProps) {
  const isAlone = sessions.every(({ isCurrent }) => isCurrent);
  const sorted = [...sessions].sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
  return (
    <>
      <AccountRows label={t('Devices')}>
        {sorted.map((session) => (
          <AccountRow
            key={session.id}
            icon={<LuMonitorSmartphone />}
            end={
              !session.isCurrent && (
                <Button
                  size="sm"
                  aria-label={t('End {device}', { device: nameOf(session.device) })}
                  loading={ending === session.id}
                  loadingText={t('Ending...')}
                  disabled={ending !== null}
                  onClick={() => onEnd(session)}
                >
                  {t('End')}
                </Button>
              )
            }
          >
            <Text fontWeight="medium" title={session.device}>
              {nameOf(session.device)}
            </Text>
            <Hint>
              <Since at={session.createdAt} now={now} />
              {' · '}
              {session.isCurrent ? (
                <Strong color="success.fg">{t('this device')}</Strong>
              ) : (
                <LastUse at={session.usedAt} now={now} />
              )}
            </Hint>
          </AccountRow>
        ))}
      </AccountRows>
      {isAlone ? (
        <Hint>{t('You are signed in on no other device.')}</Hint>
      ) : (
        <Box>
          <Button
            size="sm"
            loading={ending === others}
            loadingText={t('Ending...')}
            disabled={ending !== null}
            onClick={onEndOthers}
          >
            {t('End all others')}
          </Button>
        </Box>
      )}
    </>
  );
}

function nameOf(device: string): string {
  return device === '' ? t('Unknown device') : deviceName({ userAgent: device });
}

interface TimeProps {
  readonly at: string;
  readonly now: number;
}

function Since({ at, now }: TimeProps) {
  return (
    <time dateTime={at} title={fullDate(at, {})}>
      {t('signed in {day}', { day: lowerFirst(noteDate(at, { now })) })}
    </time>
  );
}

/** The server records uses to the hour. */
function LastUse({ at, now }: TimeProps) {
  const isRecent = now - Date.parse(at) < 60 * 60 * 1000;
  return (
    <time dateTime={at} title={fullDate(at, {})}>
      {isRecent
        ? t('last used within the last hour')
        : t('last used {time}', { time: lowerFirst(relativeTime(at, { now })) })}
    </time>
  );
}

/** "Today" and "Yesterday" stand inside of a sentence here; months keep their capital. */
function lowerFirst(text: string): string {
  return text === t('Today') || text === t('Yesterday') ? text.toLowerCase() : text;
}
