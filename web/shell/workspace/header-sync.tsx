import { useAtom, useSetAtom } from 'jotai';
import { syncCentre } from '../../features/sync-status/feature.tsx';
import { SyncStatus } from '../../features/sync-status/sync-status.tsx';
import { importFiles } from '../../features/transfer/feature.tsx';
import { exportEverything } from '../../session/export-waiting.ts';
import { useOpenLibrary } from '../../session/open-library-context.ts';
import { useCommands } from '../../ui/commands.ts';
import { useToaster } from '../../ui/provider.tsx';
import { useUncaughtNotices } from './use-uncaught-notices.ts';

/** Connects the sync chip of the header with the loop, the session and the update of this page. */
export function HeaderSync() {
  const { library, sync, session, update, offline, now } = useOpenLibrary();
  const toaster = useToaster();
  const [isCentreOpen, setCentreOpen] = useAtom(syncCentre.openAtom);
  const openImport = useSetAtom(importFiles.openAtom);
  const onCentreChange = (open: boolean) => setCentreOpen(open || null);
  useUncaughtNotices(() => setCentreOpen(true));
  useCommands(() => ({
    syncNow: () => void sync.syncNow(),
    exportLibrary: () => void exportEverything(library, toaster.show),
  }));
  return (
    <SyncStatus
      now={now}
      isCentreOpen={isCentreOpen !== null}
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
      onImport={(files) => {
        setCentreOpen(null);
        openImport({ files: files.map((file) => ({ path: file.name, file })) });
      }}
    />
  );
}
