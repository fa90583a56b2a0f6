import { Box, Button, VisuallyHidden } from '@chakra-ui/react';
import { useAtom } from 'jotai';
import { type ReactNode, useState } from 'react';
import {
  LuCircleCheck,
  LuCloudAlert,
  LuCloudOff,
  LuCloudUpload,
  LuDatabaseZap,
  LuLogIn,
  LuNotebookPen,
  LuServerCrash,
  LuTriangleAlert,
} from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { SyncStatus as Status } from '#shared/sync/status.ts';
import { useOpenLibrary } from '../../session/open-library-context.ts';
import { Popover } from '../../ui/menu/popover.tsx';
import { StatusChip, type StatusChipProps } from '../../ui/status-chip.tsx';
import { SyncCentre } from './centre/sync-centre.tsx';
import { syncCentre } from './feature.tsx';
import { ReauthenticateDialog } from './sign-in/sign-in-again-dialog.tsx';
import { SyncDetails, type SyncDetailsProps } from './sync-details.tsx';
import type { SyncStatusStore } from './sync-status-store.ts';
import { useSettledStatus, useStatus, useSyncReading, useSyncStatusStore } from './use-sync-status.ts';

export interface SyncStatusProps {
  /** Opens the import, with these files where there are any. */
  onImport(files: readonly File[]): void;
  /** Opens the export of the library. */
  onExport(): void;
  /** Opens a prompt with a conflict. */
  onOpenPrompt(promptId: number): void;
}

const looks: Readonly<
  Record<Status['kind'], { tone: NonNullable<StatusChipProps['tone']>; icon: ReactNode }>
> = {
  synced: { tone: 'success', icon: <LuCircleCheck /> },
  saving: { tone: 'neutral', icon: <LuCloudUpload /> },
  waiting: { tone: 'neutral', icon: <LuCloudUpload /> },
  note: { tone: 'neutral', icon: <LuNotebookPen /> },
  offline: { tone: 'neutral', icon: <LuCloudOff /> },
  foreign: { tone: 'warning', icon: <LuCloudAlert /> },
  failing: { tone: 'warning', icon: <LuServerCrash /> },
  signIn: { tone: 'warning', icon: <LuLogIn /> },
  storage: { tone: 'danger', icon: <LuDatabaseZap /> },
  attention: { tone: 'danger', icon: <LuTriangleAlert /> },
};

/** Shows what is on this device only, in words, and more of it on a press. Only its parts are drawn for a new status. */
export function SyncStatus({ onImport, onExport, onOpenPrompt }: SyncStatusProps) {
  const { library, sync, session, update, now } = useOpenLibrary();
  const [isCentreOpen, setCentreOpen] = useAtom(syncCentre.openAtom);
  const store = useSyncStatusStore(library);
  const [isOpen, setIsOpen] = useState(false);
  const [isSigningIn, setIsSigningIn] = useState(false);
  const signIn = () => {
    setIsOpen(false);
    setCentreOpen(null);
    setIsSigningIn(true);
  };
  const acts = { onSyncNow: () => void sync.syncNow(), onReload: update.take, onSignIn: signIn };

  return (
    <>
      <Popover
        label={t('Sync')}
        open={isOpen}
        onOpenChange={setIsOpen}
        trigger={
          <Button variant="ghost" maxW="full" px="1" _icon={{ boxSize: '1em' }} _hover={hover}>
            <Chip store={store} />
          </Button>
        }
        // Announced only where it matters, below: every autosave goes through three states.
        frame={(button) => <ChipPlace>{button}</ChipPlace>}
      >
        <Details
          {...{ store, now, ...acts }}
          onOpenCentre={() => {
            setIsOpen(false);
            setCentreOpen(true);
          }}
        />
      </Popover>
      <StatusAnnouncement store={store} />
      <SyncCentre
        {...{ store, now, onImport, onExport, onOpenPrompt, ...acts }}
        open={isCentreOpen !== null}
        onClose={() => setCentreOpen(null)}
      />
      <ReauthenticateDialog
        open={isSigningIn}
        username={library.user.username}
        onClose={() => setIsSigningIn(false)}
        onSignIn={session.signInAgain}
        onSignUp={session.signUpAgain}
      />
    </>
  );
}

const hover = {
  bg: 'transparent',
  filter: 'brightness(0.97)',
  _dark: { filter: 'brightness(1.15)' },
} as const;

/** Keeps the width of the chip where there is room: the search gives way before its text does. */
function ChipPlace({ children }: { readonly children: ReactNode }) {
  return (
    <Box
      className="sync-status"
      role="status"
      aria-live="off"
      aria-label={t('Sync status')}
      flex={{ md: 'none' }}
      display={{ md: 'flex' }}
      justifyContent="flex-end"
      minW={{ base: 'target', md: '11rem' }}
      maxW={{ md: '14rem' }}
    >
      {children}
    </Box>
  );
}

function Chip({ store }: { readonly store: SyncStatusStore }) {
  const { kind, text } = useStatus(store);
  const { tone, icon } = looks[kind];
  return (
    <StatusChip tone={tone} icon={icon}>
      {text}
    </StatusChip>
  );
}

type DetailsProps = Omit<SyncDetailsProps, 'status' | 'counts' | 'loop' | 'unknown'>;

function Details({ store, ...acts }: DetailsProps & { readonly store: SyncStatusStore }) {
  const { status, counts, loop } = useSyncReading(store);
  return <SyncDetails {...{ status, counts, loop }} {...acts} />;
}

const spoken: ReadonlySet<Status['kind']> = new Set([
  'offline',
  'foreign',
  'failing',
  'signIn',
  'storage',
  'attention',
]);

/** Speaks up when something is wrong, and once more when it is right again. */
function StatusAnnouncement({ store }: { readonly store: SyncStatusStore }) {
  const status = useSettledStatus(store);
  const [last, setLast] = useState<Status['kind'] | null>(null);
  const [text, setText] = useState('');
  if (status !== null && status.kind !== last) {
    setLast(status.kind);
    if (spoken.has(status.kind)) setText(status.text);
    else if (last !== null && spoken.has(last)) setText(status.text);
    else setText('');
  }
  return (
    <VisuallyHidden>
      <span aria-live="polite">{text}</span>
    </VisuallyHidden>
  );
}
