import type { Clock } from '../ui/clock.ts';
import type { SessionStore } from './session-state.ts';

const retryDelayMs = 5_000;

export type SignedOut = {
  show(state: { offline: boolean }): void;
  /** Shows that the server cannot be reached, and runs `decide` later, as long as that is still shown. */
  goOffline(decide: () => Promise<void>): void;
};

type Surroundings = {
  readonly store: SessionStore;
  inTurn(step: () => Promise<void>): Promise<void>;
};

/** Shows that nobody is signed in, each state once. */
export function createSignedOut(clock: Clock, { store, inTurn }: Surroundings): SignedOut {
  function show({ offline }: { offline: boolean }): void {
    const state = store.read();
    if (state.kind !== 'signedOut' || state.offline !== offline) store.set({ kind: 'signedOut', offline });
  }

  return {
    show,
    goOffline(decide) {
      show({ offline: true });
      clock.after(retryDelayMs, () => {
        void inTurn(async () => {
          const state = store.read();
          if (state.kind === 'signedOut' && state.offline) await decide();
        });
      });
    },
  };
}
