import { useAtom, useSetAtom } from 'jotai';
import { useEffect, useEffectEvent, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import type { Library } from '../data/database/library.ts';
import type { Outline } from '../data/rows/outline.ts';
import { useCommands } from '../ui/commands.ts';
import { useToaster } from '../ui/provider.tsx';
import { useKeptRequest } from '../ui/use-kept-request.ts';
import { useLaterPart } from '../ui/use-later-part.ts';
import type { SharedInbox } from './open-library-props.ts';
import { type TransferRequest, transferAtom } from './workspace-atoms.ts';

// Fetched last: few people import or export on most days.
const loadImport = async () => (await import('../features/transfer/import-dialog.tsx')).ImportDialog;
const loadExport = async () => (await import('../features/transfer/export-dialog.tsx')).ExportDialog;

interface TransferOverlayProps {
  readonly library: Library;
  readonly outline: Outline;
  readonly inbox: SharedInbox;
  readonly projectId: number | null;
  readonly now: () => number;
}

/** Imports and exports, and asks where what other programs shared with the app goes. */
export function TransferOverlay({ library, outline, inbox, projectId, now }: TransferOverlayProps) {
  const [request, setRequest] = useAtom(transferAtom);
  const toaster = useToaster();
  const close = () => setRequest(null);
  useSharedFiles(inbox, request, setRequest);
  // Each is kept by itself: an import goes on, and can be taken back, also while something is exported.
  const imported = useKeptRequest(request?.kind === 'import' ? request : null);
  const exported = useKeptRequest(request?.kind === 'export' ? request : null);
  const isImport = request?.kind === 'import';
  const isExport = request?.kind === 'export';
  const ImportDialog = useLaterPart(loadImport, { isWanted: isImport, onMissing: close });
  const ExportDialog = useLaterPart(loadExport, { isWanted: isExport, onMissing: close });
  const shared = { library, onClose: close, notify: toaster.show };
  return (
    <>
      {ImportDialog !== null && imported.shown !== null && (
        <ImportDialog
          {...{ ...shared, projectId }}
          open={isImport}
          projects={outline.projects}
          given={imported.shown.files}
          onGivenDone={() => void inbox.clear()}
        />
      )}
      {ExportDialog !== null && exported.shown !== null && (
        <ExportDialog
          key={exported.opening}
          {...shared}
          open={isExport}
          offer={exported.shown.offer}
          now={now}
        />
      )}
    </>
  );
}

/** Opens the import with what waits in the inbox: what came before the app was left or signed out is not lost. */
function useSharedFiles(
  inbox: SharedInbox,
  request: TransferRequest | null,
  setRequest: (request: TransferRequest | null) => void,
): void {
  const toaster = useToaster();
  const [isAsked, setIsAsked] = useState(true);
  const wasShared = request?.kind === 'shared';
  const open = useEffectEvent(async () => {
    setIsAsked(false);
    const files = await inbox.list().catch(() => []);
    if (files.length > 0) {
      setRequest({ kind: 'import', files: files.map((file) => ({ path: file.name, file })) });
    } else if (wasShared) {
      setRequest(null);
      const description = t('Nothing came, or this device has no room for it. Share it once more.');
      toaster.show({ title: t('Nothing to import'), description, kind: 'destructive' });
    }
  });
  useEffect(() => {
    if (wasShared || isAsked) void open();
  }, [wasShared, isAsked]);
}

/** Returns what opens the import, and the export of everything; offers both as commands. */
export function useTransferActs(library: Library) {
  const transfer = useSetAtom(transferAtom);
  const acts = {
    importFiles: () => transfer({ kind: 'import', files: [] }),
    exportFiles: () =>
      transfer({ kind: 'export', offer: { scope: { kind: 'library' }, name: library.user.username } }),
  };
  useCommands(() => acts);
  return acts;
}

/** Returns what opens the export of a project or prompt. */
export function useRowExport() {
  const transfer = useSetAtom(transferAtom);
  return ({ kind, id, name }: { kind: 'project' | 'prompt'; id: number; name: string }) =>
    transfer({ kind: 'export', offer: { scope: { kind, id }, name } });
}
