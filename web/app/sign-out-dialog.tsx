import { useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

export interface SignOutDialogProps {
  /** Changes that are on this device only; none: there is nothing to ask. */
  readonly unsent: number;
  readonly pending: boolean;
  onStay(): void;
  onDiscard(): void;
}

/** What has not reached the server is named before it goes. */
export function SignOutDialog({ unsent, pending, onStay, onDiscard }: SignOutDialogProps) {
  const stay = useRef<HTMLButtonElement>(null);
  const [last, setLast] = useState(unsent);
  // The words stay while the dialog closes.
  if (unsent > 0 && unsent !== last) setLast(unsent);
  const what = last === 1 ? '1 change has' : `${last} changes have`;
  return (
    <Dialog
      open={unsent > 0}
      onClose={onStay}
      role="alertdialog"
      title="Sign out without syncing?"
      description={`${what} not reached the server and ${last === 1 ? 'is' : 'are'} on this device only. Signing out removes ${last === 1 ? 'it' : 'them'} for good.`}
      width="narrow"
      initialFocus={stay}
      footer={
        <>
          <Button ref={stay} onClick={onStay}>
            Stay
          </Button>
          <Button tone="danger" pending={pending} pendingText="Logging out..." onClick={onDiscard}>
            Discard and sign out
          </Button>
        </>
      }
    />
  );
}
