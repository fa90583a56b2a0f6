import { Button, Stack } from '@chakra-ui/react';
import { t } from '#shared/language/translate.ts';
import type { BlobsFetched } from '../../../data/resources/blob-readiness.ts';
import type { WhoseWords } from '../../../data/take-over/take-over-plan.ts';
import type { DeviceNotesProps, Readiness } from '../../../session/open-library-type.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DeviceNotes } from '../device-notes.tsx';
import { LibraryFiles } from '../library-file/library-exports.tsx';
import { OutboxList } from '../outbox/outbox-list.tsx';
import { SyncDetails, type SyncDetailsProps } from '../sync-details.tsx';
import type { SyncStatusStore } from '../sync-status-store.ts';
import { useSyncReading } from '../use-sync-status.ts';
import { DraftList } from './draft-list.tsx';
import { DownloadList, UploadList } from './file-lists.tsx';
import { FlightCheck } from './flight-check.tsx';
import { HistoryChoice } from './history-choice.tsx';
import { UncaughtList } from './uncaught-list.tsx';

export interface SyncCentreProps
  extends Omit<SyncDetailsProps, 'status' | 'counts' | 'loop' | 'unknown'>,
    DeviceNotesProps {
  readonly store: SyncStatusStore;
  readonly open: boolean;
  onClose(): void;
  readonly readiness: () => Promise<Readiness>;
  /** Gets what is missing for a flight. */
  onPrepare(signal: AbortSignal): Promise<BlobsFetched>;
  onKeep(whose: WhoseWords): Promise<void>;
  onAllowRemovals(): Promise<void>;
  onImport(files: readonly File[]): void;
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
  const reading = useSyncReading(props.store);
  const { status, counts, loop } = reading;
  return (
    <Stack gap="5" textStyle="sm">
      <section aria-label={t('State')}>
        <SyncDetails {...props} {...reading} />
        <DeviceNotes leadership={props.leadership} secure={props.secure} />
      </section>
      <UncaughtList now={now} />
      {(loop.paused === 'reset' || loop.paused === 'removals') && (
        <HistoryChoice kind={loop.paused} onKeep={props.onKeep} onAllowRemovals={props.onAllowRemovals} />
      )}
      <DraftList counts={counts.drafts} />
      <OutboxList now={now} />
      <UploadList />
      <DownloadList />
      <FlightCheck
        loop={loop}
        drafts={counts.drafts?.texts ?? 0}
        isStorageWell={status.kind !== 'storage'}
        now={now}
        readiness={props.readiness}
        onPrepare={props.onPrepare}
      />
      <LibraryFiles onImport={props.onImport} />
    </Stack>
  );
}
