import { Box, Button, DataList, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { t } from '#shared/language/translate.ts';
import {
  type LoopState,
  progressWords,
  type SyncStatus,
  type TransferProgress,
  transferProgress,
  type UnsentCounts,
  unfinishedWords,
} from '#shared/sync/status.ts';
import { fullDate, relativeTime } from '#shared/text/relative-time.ts';
import { ProgressBar } from '../../ui/dialog-parts/progress-bar.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { wayThrough } from '../../ui/way-through.ts';
import { Acts } from './change-list.tsx';

export interface SyncDetailsProps {
  readonly status: SyncStatus;
  readonly counts: UnsentCounts;
  readonly loop: LoopState;
  /** Rows on this device that only a newer version of the app can show. */
  readonly unknown?: number;
  readonly now: () => number;
  onSyncNow(): void;
  onSignIn(): void;
  onReload(): void;
  /** Undefined inside of the sync centre itself. */
  readonly onOpenCentre?: () => void;
}

/** The state of sync in sentences. */
export function SyncDetails(props: SyncDetailsProps) {
  const { status, counts, loop, unknown = 0, now } = props;
  const progress = transferProgress(counts, loop);
  const nextTry = nextTryWords(loop, now());
  return (
    <>
      <Text fontWeight="semibold">{status.text}</Text>
      <Text mt="1" color="fg.muted">
        {sentenceOf(status, counts, loop)}
      </Text>
      {progress !== null && <Transfer progress={progress} />}
      <DataList.Root orientation="horizontal" gap="1" my="3" py="3" borderYWidth="1px">
        <Fact name={t('Waiting to be sent')}>{waitingAmount(status, withoutSent(counts, progress))}</Fact>
        {(counts.refused > 0 || counts.files.refused > 0) && (
          <Fact name={t('Not accepted by the server')}>{amount(counts.refused, counts.files.refused)}</Fact>
        )}
        {unknown > 0 && (
          <Fact name={t('From a newer version of Promptory')}>
            {t(
              '{count, plural, one {# entry} other {# entries}}, kept on this device and shown after an update',
              { count: unknown },
            )}
          </Fact>
        )}
        {nextTry !== null && <Fact name={t('Next try')}>{nextTry}</Fact>}
        <Fact name={t('Last synced')}>
          {loop.lastSuccess === null ? (
            t('Not yet')
          ) : (
            <time dateTime={loop.lastSuccess} title={fullDate(loop.lastSuccess, {})}>
              {relativeTime(loop.lastSuccess, { now: now() })}
            </time>
          )}
        </Fact>
      </DataList.Root>
      <Actions {...props} />
    </>
  );
}

function Actions({ loop, unknown = 0, onSyncNow, onSignIn, onReload, onOpenCentre }: SyncDetailsProps) {
  return (
    <Acts justify="flex-end">
      {loop.paused === 'auth' && (
        <Button variant="solid" size="sm" onClick={onSignIn}>
          {t('Sign in again…')}
        </Button>
      )}
      {(loop.paused === 'update' || unknown > 0) && (
        <Button variant={loop.paused === 'update' ? 'solid' : 'outline'} size="sm" onClick={onReload}>
          {t('Reload')}
        </Button>
      )}
      {loop.connection === 'foreign' && loop.paused === null && (
        <Button asChild variant="solid" size="sm">
          <a href={wayThrough(window.location.pathname)}>{t('Get through')}</a>
        </Button>
      )}
      {loop.paused === null && (
        // Never disabled: a round in the background would take it from under a finger, and from the Tab key.
        <Button size="sm" aria-busy={loop.working} onClick={onSyncNow}>
          {loop.working && <Spinner />}
          {t('Sync now')}
        </Button>
      )}
      {onOpenCentre !== undefined && (
        <Button size="sm" onClick={onOpenCentre}>
          {t('Open sync centre')}
        </Button>
      )}
    </Acts>
  );
}

/** A bar of its own; what moves here is not read aloud unless somebody asks. */
function Transfer({ progress }: { readonly progress: TransferProgress }) {
  const text = progressWords(progress);
  return (
    <Box mt="3">
      <ProgressBar
        size="xs"
        aria-label={progress.direction === 'sent' ? t('Changes sent') : t('Changes received')}
        aria-valuetext={text}
        progress={progress}
      />
    </Box>
  );
}

/** The end of a pause of sync, on this device's clock. Null while there is none, or only a short one. */
function nextTryWords({ nextTry, connection, working }: LoopState, now: number): string | null {
  const isWaiting = connection !== 'online' && connection !== 'idle' && !working;
  if (!isWaiting || nextTry === null) return null;
  const left = Date.parse(nextTry) - now;
  if (left <= 0) return null;
  if (left < 60_000) return t('In a moment');
  const minutes = Math.ceil(left / 60_000);
  if (minutes < 60) return t('{minutes, plural, one {In # minute} other {In # minutes}}', { minutes });
  const hours = Math.round(minutes / 60);
  return t('{hours, plural, one {In about # hour} other {In about # hours}}', { hours });
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <DataList.Item display="flex" justifyContent="space-between" textStyle="sm">
      <DataList.ItemLabel>{name}</DataList.ItemLabel>
      <DataList.ItemValue flex="0 1 auto" textAlign="end" fontVariantNumeric="tabular-nums">
        {children}
      </DataList.ItemValue>
    </DataList.Item>
  );
}

/** While some of it is being sent, what the server has by now waits no more. */
function withoutSent(counts: UnsentCounts, progress: TransferProgress | null): UnsentCounts {
  return progress?.direction === 'sent' ? { ...counts, waiting: counts.waiting - progress.done } : counts;
}

/** A device that stores nothing may hold what it cannot count: then "Nothing" is not shown. */
function waitingAmount(status: SyncStatus, counts: UnsentCounts): string {
  const texts = counts.drafts?.texts ?? 0;
  const parts = [
    amount(counts.waiting, counts.files.waiting) ?? [],
    texts === 0 ? [] : t('{count, plural, one {# draft} other {# drafts}}', { count: texts }),
    unfinishedWords(counts),
  ].flat();
  if (parts.length > 0) return parts.join(', ');
  return status.kind === 'storage' ? t('Not known while this device cannot save') : t('Nothing');
}

/** "2 changes, 1 file", or null where there is neither. */
function amount(changes: number, files: number): string | null {
  const parts = [
    changes === 0 ? [] : t('{count, plural, one {# change} other {# changes}}', { count: changes }),
    files === 0 ? [] : t('{count, plural, one {# file} other {# files}}', { count: files }),
  ].flat();
  return parts.length === 0 ? null : parts.join(', ');
}

const paused = (): Readonly<Record<NonNullable<LoopState['paused']>, string>> => ({
  auth: t(
    'Your session has ended. Everything stays on this device and can be edited; sign in again to sync it.',
  ),
  reset: t(
    'The server’s library is not the one this device knows: it was restored or reset. Nothing was changed here; sync waits for you.',
  ),
  removals: t(
    'The server says that much of this library was deleted. Nothing was changed here; sync waits for you.',
  ),
  update: t('The server needs a newer version of Promptory. What you write stays on this device until then.'),
});

const isPutInStep = () =>
  t(
    'Your library and the server’s are being matched, as you decided. You can keep working; this continues by itself, even after you close this tab.',
  );

const notKept = () =>
  t(
    'Sync could not be written on this device: its storage is full, or the browser refuses it. Promptory tries again by itself; free some space if this stays.',
  );

const draftsWait = () =>
  t(
    'Some text is kept as a draft in this browser and is not in the library yet. Promptory tries again by itself; the sync centre names it.',
  );

/** Of a device that has a part of the library only. */
function fillSentence({ kind }: SyncStatus, { connection }: LoopState): string {
  if (kind === 'offline') {
    return t(
      'The server cannot be reached. A part of your library is on this device and can be used; the rest follows when the server is back.',
    );
  }
  if (kind === 'failing' && connection === 'failing') {
    return t(
      'The server answers, but not as it should. A part of your library is on this device and can be used; the rest is fetched again by itself.',
    );
  }
  return t(
    'Your library is on its way to this device. What is here can be used already; the rest follows by itself.',
  );
}

function failingSentence({ connection }: LoopState): string {
  if (connection === 'internal') {
    return t(
      'Something went wrong in Promptory itself while it synced. Your changes are safe on this device, and Promptory tries again by itself; reload if this stays.',
    );
  }
  if (connection === 'full') {
    return t(
      'The server’s disk is full. Your changes are safe on this device and are sent as soon as there is room.',
    );
  }
  return t(
    'The server answers, but not as it should. Your changes are safe on this device and are sent again by themselves.',
  );
}

function sentenceOf(status: SyncStatus, counts: UnsentCounts, loop: LoopState): string {
  if (status.kind === 'storage') return notKept();
  if (status.kind === 'saving' && loop.paused !== null) return isPutInStep();
  if (loop.paused !== null) return paused()[loop.paused];
  if (loop.connection === 'rate' && status.kind !== 'attention') {
    return t(
      'The server is busy and asked to wait. Your changes are safe on this device and are sent after that; “Sync now” tries at once.',
    );
  }
  const isNew = loop.lastSuccess === null && status.kind === 'saving';
  if ((loop.fill !== undefined || isNew) && counts.waiting === 0) return fillSentence(status, loop);
  switch (status.kind) {
    case 'synced':
      return t('Everything on this device is on the server too.');
    case 'note':
      return (counts.drafts?.notes ?? 0) > 0
        ? t(
            'Everything else on this device is on the server too. An unfinished note is here only until you add it.',
          )
        : t(
            'Everything else on this device is on the server too. A setting that cannot be saved as it is stands in its field on this device alone.',
          );
    case 'saving':
      if (loop.receiving !== null) return t('Changes from your other devices are on their way to this one.');
      return t('Your changes are on their way to the server.');
    case 'waiting':
      return counts.waiting === 0 && (counts.drafts?.texts ?? 0) > 0
        ? draftsWait()
        : t('Your changes are safe on this device and will be sent in a moment.');
    case 'offline':
      return t(
        'The server cannot be reached. Keep working: your changes are safe on this device and are sent when it is back.',
      );
    case 'foreign':
      return t(
        'Something between this device and the server answers in its place, often a sign-in page of your network or company. “Get through” opens it and leads back here. Your changes are safe on this device.',
      );
    case 'signIn':
      return paused().auth;
    case 'failing':
      return failingSentence(loop);
    case 'attention':
      if (counts.refused === 0 && counts.files.refused > 0) {
        return t('The server did not accept some files. They are kept on this device.');
      }
      if (counts.refused === 0 && counts.files.stuck > 0) {
        return t(
          'The server answers, but some files could not be sent for more than a minute. They are kept on this device and tried again by themselves; the sync centre names them.',
        );
      }
      if (counts.refused === 0) {
        return t(
          'The server answers, but some changes have waited for more than a minute. They are kept on this device and sent again by themselves; export them if this stays.',
        );
      }
      return t('The server did not accept some changes. They are kept on this device.');
  }
}
