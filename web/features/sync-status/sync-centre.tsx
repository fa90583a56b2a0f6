import type { Library } from '../../data/database/library.ts';
import type { BlobsFetched } from '../../data/resources/blob-readiness.ts';
import type { WhoseWords } from '../../data/take-over/take-over-plan.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { ToastRequest } from '../../ui/toaster-store.ts';
import { DeviceNotes, type DeviceNotesProps } from './device-notes.tsx';
import { DraftList } from './draft-list.tsx';
import { FlightCheck } from './flight-check.tsx';
import type { Readiness } from './flight-lines.ts';
import { HistoryChoice } from './history-choice.tsx';
import { LibraryFiles } from './library-exports.tsx';
import { OutboxList } from './outbox-list.tsx';
import { SyncDetails, type SyncDetailsProps } from './sync-details.tsx';
import { UploadList } from './upload-list.tsx';
import './sync-centre.css';

export interface SyncCentreProps extends SyncDetailsProps, DeviceNotesProps {
  readonly library: Library;
  readonly open: boolean;
  onClose(): void;
  readonly readiness: () => Promise<Readiness>;
  /** Gets what is missing for a flight. */
  onPrepare(): Promise<BlobsFetched>;
  onKeep(whose: WhoseWords): Promise<void>;
  onAllowRemovals(): Promise<void>;
  notify(toast: ToastRequest): void;
}

/** Everything about what is on this device only, and what can be done about it. */
export function SyncCentre(props: SyncCentreProps) {
  const { library, open, onClose, loop, now, notify } = props;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Sync centre"
      width="wide"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="sync-centre">
        <section aria-label="State">
          <SyncDetails {...props} />
          <DeviceNotes leadership={props.leadership} secure={props.secure} />
        </section>
        {(loop.paused === 'reset' || loop.paused === 'removals') && (
          <HistoryChoice
            library={library}
            kind={loop.paused}
            onKeep={props.onKeep}
            onAllowRemovals={props.onAllowRemovals}
          />
        )}
        <DraftList library={library} counts={props.counts.drafts} />
        <OutboxList library={library} now={now} notify={notify} />
        <UploadList library={library} />
        <FlightCheck
          library={library}
          loop={loop}
          drafts={props.counts.drafts?.texts ?? 0}
          isStorageWell={props.status.kind !== 'storage'}
          now={now}
          readiness={props.readiness}
          onPrepare={props.onPrepare}
        />
        <LibraryFiles library={library} notify={notify} />
      </div>
    </Dialog>
  );
}
