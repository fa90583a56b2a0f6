import { Button, Stack } from '@chakra-ui/react';
import { t } from '#shared/language/translate.ts';
import { useOpenLibrary } from '../../../session/open-library-context.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DeviceNotes } from '../device-notes.tsx';
import { LibraryFiles } from '../library-file/library-exports.tsx';
import { OutboxList } from '../outbox/outbox-list.tsx';
import { SyncDetails, type SyncDetailsProps } from '../sync-details.tsx';
import type { SyncStatusStore } from '../sync-status-store.ts';
import { useSyncReading } from '../use-sync-status.ts';
import { ConflictList } from './conflict-list.tsx';
import { DraftList } from './draft-list.tsx';
import { DownloadList, UploadList } from './file-lists.tsx';
import { FlightCheck } from './flight-check.tsx';
import { HistoryChoice } from './history-choice.tsx';
import { UncaughtList } from './uncaught-list.tsx';

export interface SyncCentreProps
  extends Pick<SyncDetailsProps, 'now' | 'onSyncNow' | 'onSignIn' | 'onReload'> {
  readonly store: SyncStatusStore;
  readonly open: boolean;
  onClose(): void;
  onImport(files: readonly File[]): void;
  onExport(): void;
  onOpenPrompt(promptId: number): void;
}

/** Everything about what is on this device only, and what can be done about it. */
export function SyncCentre(props: SyncCentreProps) {
  const { open, onClose } = props;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('Sync centre')}
      width="wide"
      footer={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      <CentreParts {...props} />
    </Dialog>
  );
}

function CentreParts(props: SyncCentreProps) {
  const { now } = props;
  const { sync, offline } = useOpenLibrary();
  const reading = useSyncReading(props.store);
  const { status, counts, loop } = reading;
  return (
    <Stack gap="5" textStyle="sm">
      <section aria-label={t('State')}>
        <SyncDetails {...props} {...reading} />
        <DeviceNotes leadership={offline.leadership} secure={offline.secure} />
      </section>
      <UncaughtList now={now} />
      {(loop.paused === 'reset' || loop.paused === 'removals') && (
        <HistoryChoice
          kind={loop.paused}
          onKeep={async (whose) => void (await sync.rejoin(whose))}
          onAllowRemovals={async () => void (await sync.syncNow({ allowRemovals: true }))}
        />
      )}
      <ConflictList
        onOpenPrompt={(promptId) => {
          props.onClose();
          props.onOpenPrompt(promptId);
        }}
      />
      <DraftList counts={counts.drafts} />
      <OutboxList now={now} />
      <UploadList />
      <DownloadList />
      <FlightCheck
        loop={loop}
        drafts={counts.drafts?.texts ?? 0}
        isStorageWell={status.kind !== 'storage'}
        now={now}
        readiness={offline.readiness}
        onPrepare={async (signal) => {
          await offline.prepare();
          await sync.syncNow();
          return sync.files.fetchAll(signal);
        }}
      />
      <LibraryFiles onImport={props.onImport} onExport={props.onExport} />
    </Stack>
  );
}
