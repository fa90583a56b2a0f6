import { Suspense, useState } from 'react';
import type { Library } from '../data/database/library.ts';
import { lazyPart } from '../ui/load-again.ts';
import { useToaster } from '../ui/provider.tsx';
import { exportEverything } from './export-waiting.ts';
import type { Session } from './session.ts';
import { useAccountDeletion } from './use-account-deletion.ts';

// Loaded on demand: the first screen shows none of them.
const AccountDialog = lazyPart(
  async () => (await import('../features/account/account-dialog.tsx')).AccountDialog,
);
const DeleteAccountDialog = lazyPart(
  async () => (await import('../features/account/delete-account-dialog.tsx')).DeleteAccountDialog,
);

interface AccountOverlayProps {
  readonly library: Library;
  readonly session: Session;
  readonly now: () => number;
  readonly open: boolean;
  onClose(): void;
}

/** Connects "Account and devices" with the session; the question before a deletion lies above it. */
export function AccountOverlay({ library, session, now, open, onClose }: AccountOverlayProps) {
  const toaster = useToaster();
  const [wasOpen, setWasOpen] = useState(false);
  const deletion = useAccountDeletion(session, library);
  if (open && !wasOpen) setWasOpen(true);
  if (!wasOpen) return null;
  const onExport = () => void exportEverything(library, toaster.show);
  return (
    <Suspense fallback={null}>
      <AccountDialog
        open={open}
        user={library.user}
        actions={session.account}
        now={now}
        onClose={onClose}
        onExport={onExport}
        onDelete={deletion.ask}
        notify={toaster.show}
      />
      <DeleteAccountDialog
        open={deletion.isAsked}
        username={library.user.username}
        contents={deletion.contents}
        isRecounted={deletion.isRecounted}
        onClose={deletion.cancel}
        onExport={onExport}
        onDelete={deletion.confirm}
      />
    </Suspense>
  );
}
