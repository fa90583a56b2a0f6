/**
 * Signs a person out of this device, and counts before that what would be lost by it.
 *
 * 1. What is typed or a draft is in a row before it is counted.
 * 2. Nothing is removed that the person was not shown (`sign-out-together.ts` counts in all tabs).
 */
import { recoverDrafts } from '../data/drafts/unsaved-drafts.ts';
import { nothingUnsent, readUnsent, type Unsent } from '../data/drafts/unsent.ts';
import type { Clock } from '../ui/clock.ts';
import type { SessionLibraryDeps } from './session-library.ts';
import type { SessionStore } from './session-state.ts';
import type { SessionUser } from './session-user.ts';
import type { SignOutOutcome, SignOutTogether } from './sign-out-together.ts';

const lastSyncMs = 5_000;

export type SessionSignOut = {
  unsent(): Promise<Unsent>;
  /** `confirm`: runs when nothing can be changed any more, and may call it off. */
  signOut(expected: Unsent, confirm?: () => Promise<boolean>): Promise<SignOutOutcome>;
};

type Surroundings = {
  readonly store: SessionStore;
  readonly together: SignOutTogether;
  readonly user: SessionUser;
  inTurn(step: () => Promise<void>): Promise<void>;
};

export function createSessionSignOut(
  deps: SessionLibraryDeps,
  { store, together, user, inTurn }: Surroundings,
): SessionSignOut {
  async function unsent(): Promise<Unsent> {
    const state = store.read();
    if (state.kind !== 'open') return nothingUnsent;
    const { library, sync } = state;
    await together.storeTyped(library, { leaving: false });
    // Unsaved text becomes a change, to be counted, exported and sent like everything else.
    await recoverDrafts(library, deps.drafts, { now: true }).catch(() => undefined);
    const counted = await readUnsent(library, deps.drafts);
    if (counted.count === 0) return counted;
    await Promise.race([sync.syncNow(), elapsed(deps.clock, lastSyncMs)]);
    return readUnsent(library, deps.drafts);
  }

  async function signOut(expected: Unsent, confirm = async () => true): Promise<SignOutOutcome> {
    let outcome: SignOutOutcome | Error = { kind: 'signedOut' };
    await inTurn(async () => {
      const state = store.read();
      if (state.kind !== 'open') return;
      const { library } = state;
      store.setLeaving(library, true);
      const leave = () => user.leave(library);
      const leaving = together.leave(library, { expected, confirm, leave });
      outcome = await leaving.catch((error: unknown) => {
        if (store.read().kind !== 'open') throw error;
        return errorOf(error);
      });
      store.setLeaving(library, false);
    });
    if (outcome instanceof Error) throw outcome;
    return outcome;
  }

  return { unsent, signOut };
}

function errorOf(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function elapsed(clock: Clock, milliseconds: number): Promise<void> {
  return new Promise((resolve) => void clock.after(milliseconds, resolve));
}
