import { Button } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { LuMonitorSmartphone } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { AccountSession } from '#shared/model/account/account.ts';
import { deviceName } from '#shared/text/device-name.ts';
import { fullDate, noteDate, relativeTime } from '#shared/text/relative-time.ts';
import type { AccountActions } from '../../session/account/account-actions.ts';
import type { Done } from '../../session/account/account-answers.ts';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import type { ToastRequest } from '../../ui/toaster-store.ts';
import { LoadProblem } from './load-problem.tsx';
import type { LoadedState } from './use-loaded.ts';

interface DeviceSectionProps {
  readonly sessions: LoadedState<readonly AccountSession[]>;
  readonly actions: Pick<AccountActions, 'endSession' | 'endOtherSessions'>;
  readonly now: () => number;
  notify(toast: ToastRequest): void;
}

/** Lists where the account is signed in, and ends what the person does not know or use any more. */
export function DeviceSection({ sessions, actions, now, notify }: DeviceSectionProps) {
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
    <section className="account-section" aria-labelledby="account-devices">
      <h3 id="account-devices" ref={heading} tabIndex={-1}>
        {t('Devices')}
      </h3>
      <p className="account-hint">
        {t('A device that you end keeps its library and what it has not sent yet, and asks to sign in.')}
      </p>
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
    </section>
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
      <ul className="account-rows" aria-label={t('Devices')}>
        {sorted.map((session) => (
          <li key={session.id} className="account-row">
            <LuMonitorSmartphone aria-hidden="true" />
            <div className="account-row-text">
              <span className="account-row-name" title={session.device}>
                {nameOf(session.device)}
              </span>
              <span className="account-hint">
                <Since at={session.createdAt} now={now} />
                {' · '}
                {session.isCurrent ? (
                  <strong>{t('this device')}</strong>
                ) : (
                  <LastUse at={session.usedAt} now={now} />
                )}
              </span>
            </div>
            {!session.isCurrent && (
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
            )}
          </li>
        ))}
      </ul>
      {isAlone ? (
        <p className="account-hint">{t('You are signed in on no other device.')}</p>
      ) : (
        <div>
          <Button
            size="sm"
            loading={ending === others}
            loadingText={t('Ending...')}
            disabled={ending !== null}
            onClick={onEndOthers}
          >
            {t('End all others')}
          </Button>
        </div>
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
