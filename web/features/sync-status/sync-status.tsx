import { type ReactNode, useMemo, useState, useSyncExternalStore } from 'react';
import {
  LuCircleCheck,
  LuCloudOff,
  LuCloudUpload,
  LuDatabaseZap,
  LuLogIn,
  LuNotebookPen,
  LuServerCrash,
  LuTriangleAlert,
} from 'react-icons/lu';
import { type SyncStatus as Status, syncStatus, type UnsentCounts } from '#shared/sync/status.ts';
import type { Library } from '../../data/database/library.ts';
import { countUnknown } from '../../data/feed/unknown-changes.ts';
import { unsentCounts } from '../../data/queries/queries.ts';
import type { BlobsFetched } from '../../data/resources/blob-readiness.ts';
import { unfinishedTakeOver, type WhoseWords } from '../../data/take-over/take-over-plan.ts';
import { Popover } from '../../ui/popover.tsx';
import { StatusChip, type StatusChipProps } from '../../ui/status-chip.tsx';
import type { ToastRequest } from '../../ui/toaster-store.ts';
import { useLive } from '../../ui/use-live.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import type { DeviceNotesProps } from './device-notes.tsx';
import type { Readiness } from './flight-lines.ts';
import { ReauthenticateDialog, type SignInRefusal } from './sign-in-again-dialog.tsx';
import { SyncCentre } from './sync-centre.tsx';
import { SyncDetails } from './sync-details.tsx';
import { statusWithTakeOver } from './take-over-progress.tsx';
import { useDraftCounts } from './use-draft-counts.ts';
import './sync-status.css';

export interface SyncStatusProps extends DeviceNotesProps {
  readonly library: Library;
  readonly now: () => number;
  readonly readiness: () => Promise<Readiness>;
  /** Gets what is missing for a flight. */
  onPrepare(): Promise<BlobsFetched>;
  onKeep(whose: WhoseWords): Promise<void>;
  onAllowRemovals(): Promise<void>;
  notify(toast: ToastRequest): void;
  onSyncNow(): void;
  /** Null: signed in. */
  onSignInAgain(password: string): Promise<SignInRefusal | null>;
  /** The same where the server does not know the account any more. */
  onSignUpAgain(password: string): Promise<SignInRefusal | null>;
  onReload(): void;
}

const nothing: UnsentCounts = {
  waiting: 0,
  refused: 0,
  oldest: null,
  files: { waiting: 0, refused: 0, stuck: 0 },
};

const looks: Readonly<
  Record<Status['kind'], { tone: NonNullable<StatusChipProps['tone']>; icon: ReactNode }>
> = {
  synced: { tone: 'success', icon: <LuCircleCheck /> },
  saving: { tone: 'neutral', icon: <LuCloudUpload /> },
  waiting: { tone: 'neutral', icon: <LuCloudUpload /> },
  note: { tone: 'neutral', icon: <LuNotebookPen /> },
  offline: { tone: 'neutral', icon: <LuCloudOff /> },
  failing: { tone: 'warning', icon: <LuServerCrash /> },
  signIn: { tone: 'warning', icon: <LuLogIn /> },
  storage: { tone: 'danger', icon: <LuDatabaseZap /> },
  attention: { tone: 'danger', icon: <LuTriangleAlert /> },
};

/** Tells the truth about what is on this device only, in words, and more of it on a press. */
export function SyncStatus(props: SyncStatusProps) {
  const { library, now, onSyncNow, onReload } = props;
  const known = useLive(() => unsentCounts(library), [library]);
  const inLibrary = known ?? nothing;
  const drafts = useDraftCounts(library);
  const counts = useMemo(() => ({ ...inLibrary, drafts }), [inLibrary, drafts]);
  const loop = useSyncExternalStore(library.loop.subscribe, library.loop.get);
  const isStorageWell = useSyncExternalStore(library.storage.subscribe, library.storage.isWell);
  const takeOver = useLive(() => unfinishedTakeOver(library), [library]) ?? null;
  const status = statusWithTakeOver(syncStatus(counts, loop, isStorageWell), loop, takeOver);
  const unknown = useLive(() => countUnknown(library), [library]) ?? 0;
  const [isOpen, setIsOpen] = useState(false);
  const [isSigningIn, setIsSigningIn] = useState(false);
  const [isCentreOpen, setIsCentreOpen] = useState(false);
  const { tone, icon } = looks[status.kind];

  const trigger = (
    <button type="button" className="sync-status-button">
      <StatusChip tone={tone} icon={icon} busy={status.kind === 'saving'}>
        {status.text}
      </StatusChip>
    </button>
  );

  return (
    <>
      <Popover
        label="Sync"
        open={isOpen}
        onOpenChange={setIsOpen}
        trigger={trigger}
        // Announced only where it matters, below: every autosave goes through three states.
        frame={(button) => (
          <div role="status" aria-live="off" aria-label="Sync status" className="sync-status">
            {button}
          </div>
        )}
      >
        <SyncDetails
          status={status}
          counts={counts}
          loop={loop}
          now={now}
          onSyncNow={onSyncNow}
          onReload={onReload}
          onSignIn={() => {
            setIsOpen(false);
            setIsSigningIn(true);
          }}
          onOpenCentre={() => {
            setIsOpen(false);
            setIsCentreOpen(true);
          }}
        />
      </Popover>
      <Announcement status={known === undefined ? null : status} />
      <SyncCentre
        {...props}
        status={status}
        counts={counts}
        loop={loop}
        unknown={unknown}
        open={isCentreOpen}
        onClose={() => setIsCentreOpen(false)}
        onSignIn={() => {
          setIsCentreOpen(false);
          setIsSigningIn(true);
        }}
      />
      <ReauthenticateDialog
        open={isSigningIn}
        username={library.user.username}
        onClose={() => setIsSigningIn(false)}
        onSignIn={props.onSignInAgain}
        onSignUp={props.onSignUpAgain}
      />
    </>
  );
}

const spoken: ReadonlySet<Status['kind']> = new Set(['offline', 'failing', 'signIn', 'storage', 'attention']);

/** Speaks up when something is wrong, and once more when it is right again. */
function Announcement({ status }: { readonly status: Status | null }) {
  const [last, setLast] = useState<Status['kind'] | null>(null);
  const [text, setWords] = useState('');
  const settled = status?.kind === 'saving' || status?.kind === 'waiting' ? null : (status ?? null);
  if (settled !== null && settled.kind !== last) {
    setLast(settled.kind);
    if (spoken.has(settled.kind)) setWords(settled.text);
    else if (last !== null && spoken.has(last)) setWords(settled.text);
    else setWords('');
  }
  return (
    <VisuallyHidden>
      <span aria-live="polite">{text}</span>
    </VisuallyHidden>
  );
}
