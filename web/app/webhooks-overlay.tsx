import { useAtom } from 'jotai';
import { Suspense, useState } from 'react';
import { lazyPart } from '../ui/load-again.ts';
import { useToaster } from '../ui/provider.tsx';
import type { Session } from './session.ts';
import { areWebhooksOpenAtom } from './workspace-atoms.ts';

// Loaded on demand: the first screen does not show it.
const WebhooksDialog = lazyPart(
  async () => (await import('../features/account/webhooks/webhooks-dialog.tsx')).WebhooksDialog,
);

interface WebhooksOverlayProps {
  readonly session: Session;
  readonly now: () => number;
}

/** Connects "Webhooks" with the session. */
export function WebhooksOverlay({ session, now }: WebhooksOverlayProps) {
  const toaster = useToaster();
  const [open, setOpen] = useAtom(areWebhooksOpenAtom);
  const [wasOpen, setWasOpen] = useState(false);
  if (open && !wasOpen) setWasOpen(true);
  if (!wasOpen) return null;
  return (
    <Suspense fallback={null}>
      <WebhooksDialog
        actions={session.account.webhooks}
        {...{ open, now }}
        onClose={() => setOpen(false)}
        notify={toaster.show}
      />
    </Suspense>
  );
}
