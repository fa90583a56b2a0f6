import { useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

export interface SignOutDialogProps {
  /** Changes that are on this device only; none: there is nothing to ask. */
  readonly unsent: number;
  /** It is not known what the server has: then it is about the whole library. */
  readonly inDoubt: boolean;
  readonly pending: boolean;
  onStay(): void;
  /** What waits, as a file: to be brought in again here or on another device. */
  onExport(): void;
  onDiscard(): void;
}

/** What has not reached the server is named before it goes. */
export function SignOutDialog({ unsent, inDoubt, pending, onStay, onExport, onDiscard }: SignOutDialogProps) {
  const stay = useRef<HTMLButtonElement>(null);
  const [last, setLast] = useState(unsent);
  // The words stay while the dialog closes.
  if (unsent > 0 && unsent !== last) setLast(unsent);
  return (
    <Dialog
      open={unsent > 0}
      onClose={onStay}
      role="alertdialog"
      title="Sign out without syncing?"
      description={inDoubt ? libraryInDoubt : changesOf(last)}
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

const libraryInDoubt =
  'Sync has stopped, and whether the server still has this library is not known. Signing out removes all of it from this device for good. Exported as a file, it can be imported again in the sync centre, here or on another device.';

function changesOf(count: number): string {
  const [what, them, they] =
    count === 1 ? ['1 change exists', 'it', 'it'] : [`${count} changes exist`, 'them', 'they'];
  return `${what} only on this device. Signing out removes ${them} for good. Exported as a file, ${they} can be imported again in the sync centre, here or on another device.`;
}
