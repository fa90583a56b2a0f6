import { useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

export interface SignOutDialogProps {
  /** Changes that are on this device only; none: there is nothing to ask. */
  readonly unsent: number;
  readonly pending: boolean;
  onStay(): void;
  /** What waits, as a file: to be brought in again here or on another device. */
  onExport(): void;
  onDiscard(): void;
}

/** What has not reached the server is named before it goes. */
export function SignOutDialog({ unsent, pending, onStay, onExport, onDiscard }: SignOutDialogProps) {
  const stay = useRef<HTMLButtonElement>(null);
  const [last, setLast] = useState(unsent);
  // The words stay while the dialog closes.
  if (unsent > 0 && unsent !== last) setLast(unsent);
  const what = last === 1 ? '1 change exists' : `${last} changes exist`;
  const them = last === 1 ? 'it' : 'them';
  return (
    <Dialog
      open={unsent > 0}
      onClose={onStay}
      role="alertdialog"
      title="Sign out without syncing?"
      description={`${what} only on this device. Signing out removes ${them} for good. Exported as a file, ${them === 'it' ? 'it' : 'they'} can be imported again in the sync centre, here or on another device.`}
      width="narrow"
      initialFocus={stay}
      footer={
        <>
          <Button ref={stay} onClick={onStay}>
            Stay
          </Button>
          <Button onClick={onExport}>Export</Button>
          <Button tone="danger" pending={pending} pendingText="Logging out..." onClick={onDiscard}>
            Discard and sign out
          </Button>
        </>
      }
    />
  );
}
