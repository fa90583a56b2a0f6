import type { Library } from '../data/database/library.ts';
import type { Session } from '../session/session.ts';
import { useAccountDeletion } from '../session/use-account-deletion.ts';
import { useToaster } from '../ui/provider.tsx';
import { useLaterPart } from '../ui/use-later-part.ts';
import { exportEverything } from './export-waiting.ts';

// Fetched last: few people open it on most days.
const loadDialogs = async () => {
  const [{ AccountDialog }, { DeleteAccountDialog }] = await Promise.all([
    import('../features/account/account-dialog.tsx'),
    import('../features/account/delete-account-dialog.tsx'),
  ]);
  return { AccountDialog, DeleteAccountDialog };
};

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
  const deletion = useAccountDeletion(session, library);
  const dialogs = useLaterPart(loadDialogs, { isWanted: open, onMissing: onClose });
  if (dialogs === null) return null;
  const { AccountDialog, DeleteAccountDialog } = dialogs;
  const onExport = () => void exportEverything(library, toaster.show);
  return (
    <>
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
    </>
  );
}
