import { useAtom } from 'jotai';
import { SyncStatus } from '../features/sync-status/sync-status.tsx';
import { useToaster } from '../ui/provider.tsx';
import type { OpenLibraryProps } from './open-library-props.ts';
import { useUncaughtNotices } from './use-uncaught-notices.ts';
import { isSyncCentreOpenAtom } from './workspace-atoms.ts';

/** Connects the sync chip of the header with the loop, the session and the update of this page. */
export function HeaderSync({ library, sync, session, update, offline, now }: OpenLibraryProps) {
  const toaster = useToaster();
  const [isCentreOpen, onCentreChange] = useAtom(isSyncCentreOpenAtom);
  useUncaughtNotices(() => onCentreChange(true));
  return (
    <SyncStatus
      library={library}
      now={now}
      isCentreOpen={isCentreOpen}
      onCentreChange={onCentreChange}
      onSyncNow={() => void sync.syncNow()}
      onSignInAgain={session.signInAgain}
      onSignUpAgain={session.signUpAgain}
      onReload={update.take}
      secure={offline.secure}
      leadership={offline.leadership}
      readiness={offline.readiness}
      onPrepare={async (signal) => {
        await offline.prepare();
        await sync.syncNow();
        return sync.files.fetchAll(signal);
      }}
      onKeep={async (whose) => void (await sync.rejoin(whose))}
      onAllowRemovals={async () => void (await sync.syncNow({ allowRemovals: true }))}
      notify={toaster.show}
    />
  );
}
