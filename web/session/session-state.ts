import { createListeners } from '#shared/events/listeners.ts';
import type { Library } from '../data/database/library.ts';
import type { RunEngineOfLibrary } from './run-engine-type.ts';
import type { RunningSync } from './running-sync.ts';

export type SessionState =
  | { readonly kind: 'loading' }
  /** `offline`: nobody knows whether there is a session, because the server cannot be reached. */
  | { readonly kind: 'signedOut'; readonly offline: boolean }
  /** `isLeaving`: a tab of this device is signing the person out, and nothing can be changed. */
  | {
      readonly kind: 'open';
      readonly library: Library;
      readonly sync: RunningSync;
      readonly models: RunEngineOfLibrary;
      readonly isLeaving: boolean;
    }
  /** The person signed out in this tab; the library is removed, and the server ends the session. */
  | { readonly kind: 'signingOut' }
  /** The browser refuses to keep or to give what is on this device. */
  | { readonly kind: 'unreadable'; readonly error: unknown };

/** Holds the state of the session, and notifies the screens of each change. */
export type SessionStore = {
  read(): SessionState;
  subscribe(listener: () => void): () => void;
  set(next: SessionState): void;
  /** Changes nothing where another library is open, or none. */
  setLeaving(library: Library, isLeaving: boolean): void;
};

export function createSessionStore(): SessionStore {
  const { subscribe, notify } = createListeners();
  let state: SessionState = { kind: 'loading' };

  function set(next: SessionState): void {
    state = next;
    notify();
  }

  return {
    read: () => state,
    subscribe,
    set,
    setLeaving(library, isLeaving) {
      if (state.kind === 'open' && state.library === library) set({ ...state, isLeaving });
    },
  };
}
