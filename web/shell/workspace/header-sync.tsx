import { useSetAtom } from 'jotai';
import { syncCentre } from '../../features/sync-status/feature.tsx';
import { SyncStatus } from '../../features/sync-status/sync-status.tsx';
import { importFiles } from '../../features/transfer/feature.tsx';
import { exportEverything } from '../../session/export-waiting.ts';
import { useOpenLibrary } from '../../session/open-library-context.ts';
import { useCommands } from '../../ui/commands.ts';
import { useToaster } from '../../ui/provider.tsx';
import { useUncaughtNotices } from './use-uncaught-notices.ts';

/** Draws the sync chip of the header, and offers the commands and notices of sync. */
export function HeaderSync() {
  const { library, sync } = useOpenLibrary();
  const toaster = useToaster();
  const setCentreOpen = useSetAtom(syncCentre.openAtom);
  const openImport = useSetAtom(importFiles.openAtom);
  useUncaughtNotices(() => setCentreOpen(true));
  useCommands(() => ({
    syncNow: () => void sync.syncNow(),
    exportLibrary: () => void exportEverything(library, toaster.show),
  }));
  return (
    <SyncStatus
      onImport={(files) => {
        setCentreOpen(null);
        openImport({ files: files.map((file) => ({ path: file.name, file })) });
      }}
    />
  );
}
