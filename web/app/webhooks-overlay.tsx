import { useAtom } from 'jotai';
import type { Session } from '../session/session.ts';
import { useToaster } from '../ui/provider.tsx';
import { useLaterPart } from '../ui/use-later-part.ts';
import { areWebhooksOpenAtom } from './workspace-atoms.ts';

// Fetched last: few people open it on most days.
const loadDialog = async () =>
  (await import('../features/account/webhooks/webhooks-dialog.tsx')).WebhooksDialog;

interface WebhooksOverlayProps {
  readonly session: Session;
  readonly now: () => number;
}

/** Connects "Webhooks" with the session. */
export function WebhooksOverlay({ session, now }: WebhooksOverlayProps) {
  const toaster = useToaster();
  const [open, setOpen] = useAtom(areWebhooksOpenAtom);
  const close = () => setOpen(false);
  const WebhooksDialog = useLaterPart(loadDialog, { isWanted: open, onMissing: close });
  if (WebhooksDialog === null) return null;
  return (
    <WebhooksDialog
      actions={session.account.webhooks}
      {...{ open, now }}
      onClose={close}
      notify={toaster.show}
    />
  );
}
