import { useState } from 'react';
import { t } from '#shared/language/translate.ts';
import type { Library } from '../data/database/library.ts';
import { isInDoubt, nothingUnsent, type Unsent } from '../data/drafts/unsent.ts';
import { useClosingMenu } from '../ui/menu/use-closing-menu.ts';
import { useToaster } from '../ui/provider.tsx';
import type { Session } from './session.ts';

/** A count that changes under a sign-out that would lose nothing is tried so often before a person is asked. */
const countsAtMost = 3;

/** Signs out where nothing is lost by it; otherwise shows how much, and leaves it to the person. */
export function useSignOut(session: Session, library: Library) {
  const toaster = useToaster();
  const [isPending, setIsPending] = useState(false);
  const [unsent, setUnsent] = useState(nothingUnsent);
  const [isRecounted, setIsRecounted] = useState(false);
  const [inDoubt, setInDoubt] = useState(false);
  const menu = useClosingMenu();

  /** Returns null once signed out, otherwise what this device holds besides what was expected. */
  async function signOut(expected: Unsent): Promise<Unsent | null> {
    const outcome = await session.signOut(expected);
    if (outcome.kind === 'recounted') return outcome.unsent;
    if (session.read().kind === 'signedOut') toaster.show({ title: t('Logged out') });
    return null;
  }

  async function ask(left: Unsent, options: { isRecounted: boolean }): Promise<void> {
    setInDoubt(await isInDoubt(library));
    setIsRecounted(options.isRecounted);
    setUnsent(left);
    menu.close();
  }

  async function whilePending(act: () => Promise<void>): Promise<void> {
    setIsPending(true);
    try {
      await act();
    } catch {
      const description = t('What is on this device could not be read, so nothing was removed from it.');
      toaster.show({ title: t('Logout failed'), description, kind: 'destructive' });
    } finally {
      setIsPending(false);
    }
  }

  return {
    isPending,
    /** More than none: these are named, and the sign-out waits. The menu goes first, or it takes the question along. */
    unsent: menu.isThere ? nothingUnsent : unsent,
    /** More has come to it since the person was asked. */
    isRecounted,
    /** It is not known what the server has of the library. */
    inDoubt,
    /** The account menu, which stays open while it says "Logging out...". */
    menu: menu.props,
    stay: () => setUnsent(nothingUnsent),
    /** Gives up what the person was shown; asks once more where there is more by now. */
    discard: () =>
      whilePending(async () => {
        const more = await signOut(unsent);
        if (more !== null) await ask(more, { isRecounted: true });
      }),
    begin: () =>
      whilePending(async () => {
        const left = await signOutIfSafe(session, signOut);
        if (left !== null) await ask(left, { isRecounted: false });
      }),
  };
}

/** Signs out where nothing is lost by it; otherwise returns what is on this device only. */
async function signOutIfSafe(
  session: Session,
  signOut: (expected: Unsent) => Promise<Unsent | null>,
): Promise<Unsent | null> {
  let left = await session.unsent();
  for (let count = 1; left.count === 0; count += 1) {
    const more = await signOut(left);
    if (more === null) return null;
    // Something was typed or chosen in that moment: it can mostly still be sent.
    left = count < countsAtMost ? await session.unsent() : more;
  }
  return left;
}
