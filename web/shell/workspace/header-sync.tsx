import { useSetAtom } from 'jotai';
import { syncCentre } from '../../features/sync-status/feature.tsx';
import { SyncStatus, type SyncStatusProps } from '../../features/sync-status/sync-status.tsx';
import { exportFiles, importFiles } from '../../features/transfer/feature.tsx';
import { useWaitingNotice } from '../../features/try-it/waiting/use-waiting-notice.ts';
import { useOpenLibrary } from '../../session/open-library-context.ts';
import { useCommands } from '../../ui/commands.ts';
import { useUncaughtNotices } from './use-uncaught-notices.ts';

/** Draws the sync chip of the header, and offers the commands and notices of sync. */
export function HeaderSync({ onOpenPrompt }: Pick<SyncStatusProps, 'onOpenPrompt'>) {
  const { library, sync } = useOpenLibrary();
  const setCentreOpen = useSetAtom(syncCentre.openAtom);
  const openImport = useSetAtom(importFiles.openAtom);
  const openExport = useSetAtom(exportFiles.openAtom);
  useUncaughtNotices(() => setCentreOpen(true));
  useWaitingNotice();
  useCommands(() => ({ syncNow: () => void sync.syncNow() }));
  return (
    <SyncStatus
      onOpenPrompt={onOpenPrompt}
      onImport={(files) => {
        setCentreOpen(null);
        openImport({ files: files.map((file) => ({ path: file.name, file })) });
      }}
      onExport={() => {
        setCentreOpen(null);
        openExport({ scope: { kind: 'library' }, name: library.user.username });
      }}
    />
  );
}
