import { useAccountDeletion } from '../../session/account/use-account-deletion.ts';
import { exportEverything } from '../../session/export-waiting.ts';
import { useNow, useOpenLibrary } from '../../session/open-library-context.ts';
import { useToaster } from '../../ui/provider.tsx';
import type { ScreenProps } from '../on-demand.tsx';
import { AccountDialog } from './account-dialog.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';

/** Connects "Account and devices" with the session; the question before a deletion lies above it. */
export function AccountScreen({ open, onClose }: ScreenProps<true>) {
  const { library, session } = useOpenLibrary();
  const now = useNow();
  const toaster = useToaster();
  const deletion = useAccountDeletion(session, library);
  return (
    <>
      <AccountDialog
        {...{ open, now, onClose }}
        user={library.user}
        actions={session.account}
        onDelete={deletion.ask}
      />
      <DeleteAccountDialog
        open={deletion.isAsked}
        username={library.user.username}
        contents={deletion.contents}
        isRecounted={deletion.isRecounted}
        onClose={deletion.cancel}
        onExport={() => void exportEverything(library, toaster.show)}
        onDelete={deletion.confirm}
      />
    </>
  );
}
