import { SyncStatus } from '../features/sync-status/sync-status.tsx';
import { useToaster } from '../ui/provider.tsx';
import type { OpenLibraryProps } from './open-library-props.ts';

/** Connects the sync chip of the header with the loop, the session and the update of this page. */
export function HeaderSync({ library, sync, session, update, offline, now }: OpenLibraryProps) {
  const toaster = useToaster();
  return (
    <SyncStatus
      library={library}
      now={now}
      onSyncNow={() => void sync.syncNow()}
      onSignInAgain={session.signInAgain}
      onSignUpAgain={session.signUpAgain}
      onReload={update.take}
      secure={offline.secure}
      leadership={offline.leadership}
      readiness={offline.readiness}
      onPrepare={async () => {
        await offline.prepare();
        await sync.syncNow();
        return sync.files.fetchAll();
      }}
      onKeep={async (whose) => void (await sync.rejoin(whose))}
      onAllowRemovals={async () => void (await sync.syncNow({ allowRemovals: true }))}
      notify={toaster.show}
    />
  );
}
