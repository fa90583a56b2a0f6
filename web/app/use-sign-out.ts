import { useState } from 'react';
import type { Library } from '../data/library.ts';
import { isInDoubt } from '../data/unsent.ts';
import { useToaster } from '../ui/provider.tsx';
import type { Session } from './session.ts';

/** Signs out where nothing is lost by it; otherwise says how much, and leaves it to the person. */
export function useSignOut(session: Session, library: Library) {
  const toaster = useToaster();
  const [isPending, setIsPending] = useState(false);
  const [unsent, setUnsent] = useState(0);
  const [inDoubt, setInDoubt] = useState(false);
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const [isMenuThere, setIsMenuThere] = useState(false);

  async function finish(): Promise<void> {
    setIsPending(true);
    await session.signOut();
    setIsPending(false);
    const { kind } = session.read();
    if (kind === 'signedOut') toaster.show({ title: 'Logged out' });
  }

  return {
    isPending,
    /** More than none: these are named, and the sign-out waits. The menu goes first, or it takes the question along. */
    unsent: isMenuThere ? 0 : unsent,
    /** It is not known what the server has of the library. */
    inDoubt,
    /** The account menu, which stays open while it says "Logging out...". */
    menu: {
      open: isMenuOpen,
      onOpenChange(open: boolean): void {
        setIsMenuOpen(open);
        if (open) setIsMenuThere(true);
      },
      onClosed: () => setIsMenuThere(false),
    },
    stay: () => setUnsent(0),
    finish,
    async begin(): Promise<void> {
      setIsPending(true);
      try {
        const left = await session.unsent();
        setInDoubt(await isInDoubt(library));
        if (left === 0) await finish();
        else {
          setUnsent(left);
          setIsMenuOpen(false);
        }
      } catch {
        const description = 'What is on this device could not be read, so nothing was removed from it.';
        toaster.show({ title: 'Logout failed', description, kind: 'destructive' });
      } finally {
        setIsPending(false);
      }
    },
  };
}
