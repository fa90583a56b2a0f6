/**
 * Ends a session in every tab of this device at once, without losing a text that was not named.
 *
 *   close the library for commits -> every tab stores what is typed -> count -> mark the device -> delete
 *
 * 1. Nothing is removed before the last count, and after it nothing can be committed (`data/leaving.ts`).
 * 2. Where the last count holds more than the person was shown, the library is opened for commits again.
 * 3. All of it runs under one lock, so that a mark without a holder of the lock is left over from a dead tab. Without Web
 *    Locks a lease may have a second holder, who takes the mark back: it is asked for once more at the end.
 */
import { beginLeaving, type DeviceDb, rememberedUser } from '../data/database/device-db.ts';
import {
  closeForCommits,
  isClosedForCommits,
  leavingLock,
  reopenForCommits,
} from '../data/database/leaving.ts';
import type { Library } from '../data/database/library.ts';
import type { DraftStorage } from '../data/drafts/unsaved-drafts.ts';
import { isCovered, readUnsent, type Unsent } from '../data/drafts/unsent.ts';
import type { OtherTabs } from './other-tabs.ts';

export type SignOutOutcome =
  | { readonly kind: 'signedOut' }
  /** It was called off after the last count. */
  | { readonly kind: 'calledOff' }
  | { readonly kind: 'recounted'; readonly unsent: Unsent };

export type SignOutDeps = {
  readonly device: DeviceDb;
  readonly drafts: DraftStorage;
  readonly otherTabs: OtherTabs;
  /** Runs a task while no other tab runs one of the same name. */
  exclusive<T>(name: string, task: () => Promise<T>): Promise<T>;
};

export type SignOutTogether = {
  /** In every tab: into the library, or where it takes nothing, into a draft. */
  storeTyped(library: Library, options: { leaving: boolean }): Promise<void>;
  /** Takes back a mark that a dead tab left. False: another tab has signed the person out. */
  isOpenForCommits(library: Library): Promise<boolean>;
  /** Resolves when the tab that is signing out is done: true where the person stays. */
  whenDecided(library: Library): Promise<boolean>;
  /** Runs `leave` once the device is marked. Rejects, with nothing removed, where the device does not give or take. */
  leave(library: Library, steps: LeavingSteps): Promise<SignOutOutcome>;
};

export type LeavingSteps = {
  /** The texts and changes that the person was shown. */
  readonly expected: Unsent;
  /** After the last count, before anything is removed; false calls it off. */
  confirm(): Promise<boolean>;
  leave(): Promise<void>;
};

export function signOutTogether({ device, drafts, otherTabs, exclusive }: SignOutDeps): SignOutTogether {
  async function isSignedIn({ user }: Library): Promise<boolean> {
    return (await rememberedUser(device))?.id === user.id;
  }

  async function storeTyped(library: Library, { leaving }: { leaving: boolean }): Promise<void> {
    const others = otherTabs.store({ userId: library.user.id, leaving });
    await Promise.all([library.typed.storeAll(), others]);
  }

  function whenDecided(library: Library): Promise<boolean> {
    return exclusive(leavingLock(library), async () => {
      if (!(await isSignedIn(library))) return false;
      await reopenForCommits(library);
      return true;
    });
  }

  async function decideForGood(
    library: Library,
    { expected, confirm }: Pick<LeavingSteps, 'expected' | 'confirm'>,
  ): Promise<SignOutOutcome> {
    await closeForCommits(library);
    await storeTyped(library, { leaving: true });
    const unsent = await readUnsent(library, drafts);
    if (!isCovered(unsent, expected)) return { kind: 'recounted', unsent };
    if (!(await confirm())) return { kind: 'calledOff' };
    if (!(await isClosedForCommits(library))) {
      return { kind: 'recounted', unsent: await readUnsent(library, drafts) };
    }
    await beginLeaving(device, library.user);
    return { kind: 'signedOut' };
  }

  return {
    storeTyped,
    whenDecided,
    isOpenForCommits: async (library) => !(await isClosedForCommits(library)) || (await whenDecided(library)),
    leave: (library, steps) =>
      exclusive(leavingLock(library), async (): Promise<SignOutOutcome> => {
        if (!(await isSignedIn(library))) return { kind: 'signedOut' };
        let outcome: SignOutOutcome;
        try {
          outcome = await decideForGood(library, steps);
        } catch (error) {
          await reopenForCommits(library).catch(() => undefined);
          throw error;
        }
        if (outcome.kind === 'signedOut') await steps.leave();
        else await reopenForCommits(library);
        return outcome;
      }),
  };
}
