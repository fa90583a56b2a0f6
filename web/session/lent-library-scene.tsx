import type { ReactNode } from 'react';
import type { Library } from '../data/database/library.ts';
import { accountActions } from '../features/account/account-actions-scene.ts';
import { emptyInbox } from '../shell/empty-inbox-scene.ts';
import { memoryAddress } from '../shell/memory-address-scene.ts';
import { manualClock } from '../ui/testing/manual-clock.ts';
import { noModels } from './no-models-scene.ts';
import { OpenLibraryContext } from './open-library-context.ts';
import type { OpenLibraryProps } from './open-library-type.ts';
import type { Session } from './session.ts';

/** A session of nobody in particular; `more` replaces what a test is about. */
export function sessionOf(more: Partial<Session> = {}): Session {
  return {
    read: () => ({ kind: 'loading' }),
    subscribe: () => () => {},
    registration: async () => null,
    invitation: async () => null,
    signIn: async () => ({ ok: false, message: '', reached: true }),
    signUp: async () => ({ ok: false, message: '', reached: true }),
    signInAgain: async () => null,
    signUpAgain: async () => null,
    account: accountActions(),
    deleteAccount: async () => ({ kind: 'deleted' }),
    unsent: async () => ({ count: 0, notes: [], values: [], settings: [], state: '' }),
    signOut: async () => ({ kind: 'signedOut' }),
    ...more,
  };
}

/** Lends what screens need of an open library, on a device where all is well; `more` replaces what a test is about. */
export function lentLibrary(more: Partial<OpenLibraryProps> = {}): OpenLibraryProps {
  const lent: Omit<OpenLibraryProps, 'library'> = {
    sync: {
      syncNow: async () => undefined,
      rejoin: async () => undefined,
      resume: async () => undefined,
      files: { fetchBlob: async () => null, fetchAll: async () => 'done', wake: () => {} },
      stop: () => {},
    },
    models: noModels,
    session: sessionOf(),
    address: memoryAddress('/'),
    update: { keep: () => {}, subscribe: () => () => {}, state: () => 'none', take: () => {} },
    offline: {
      secure: true,
      leadership: { subscribe: () => () => {}, leads: () => true },
      readiness: async () => ({ app: 'kept', persisted: true, usedBytes: 1, quotaBytes: 100 }),
      keepLanguage: async () => true,
      prepare: async () => {},
    },
    inbox: emptyInbox,
    clock: manualClock(),
    now: () => Date.now(),
  };
  return Object.defineProperty({ ...lent, ...more }, 'library', {
    get(): Library {
      if (more.library === undefined) throw new Error('This scene has no library.');
      return more.library;
    },
  }) as OpenLibraryProps;
}

/** Draws a screen as if a library were open around it. */
export function Lent({ children, ...more }: Partial<OpenLibraryProps> & { readonly children: ReactNode }) {
  return <OpenLibraryContext value={lentLibrary(more)}>{children}</OpenLibraryContext>;
}

/** The props of a screen that is open and was opened with nothing. */
export const openedScreen = { request: true, open: true, onClose: () => {}, projectId: null } as const;
