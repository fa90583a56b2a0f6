/**
 * Stands in for the session until it is loaded: a visitor sees the sign-in page without the local database.
 *
 * 1. Where this device remembers somebody, the session is loaded at once, and nobody is asked.
 * 2. Otherwise the server is asked first. The session of a visitor is loaded when the page is idle, so that it follows
 *    a sign-in in another tab, or as soon as the visitor signs in.
 * 3. The state of the gate is that of the session; a page that shows a visitor's forms does not go back to loading.
 */

import { messages } from '#shared/model/messages.ts';
import {
  currentUser,
  invitationState,
  type Known,
  registrationState,
  type SendAccountRequest,
  type SignedIn,
} from './account/account-calls.ts';
import type { Session } from './session.ts';
import { createSessionStore } from './session-state.ts';

export type SessionGateDeps = {
  isRemembered(): Promise<boolean>;
  readonly send: SendAccountRequest;
  /** `known`: what the server has answered already; null where it was not asked. */
  load(known: Known | null): Promise<Session>;
  /** Loads the screens of a library, which are shown once it is open. */
  loadScreens(): void;
  /** Runs a task when the page has nothing else to do, or as soon as the visitor begins to fill in the form. */
  whenIdle(task: () => void): void;
};

export function startSessionGate(deps: SessionGateDeps): Session {
  const { send, loadScreens } = deps;
  const store = createSessionStore();
  let loading: Promise<Session> | undefined;
  let loaded: Session | undefined;
  let known: Known | null = null;

  function session(): Promise<Session> {
    loading ??= deps.load(known).then(
      (found) => {
        loaded = found;
        found.subscribe(follow);
        follow();
        return found;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  }

  function follow(): void {
    const state = loaded?.read();
    if (state === undefined || (state.kind === 'loading' && store.read().kind === 'signedOut')) return;
    store.set(state);
  }

  /** A part of the app that cannot be fetched is one that this device does not have: nothing can be opened. */
  async function open(): Promise<void> {
    // The session first: its library is opened by the device while the screens are evaluated, in a task of their own.
    const opening = session();
    loadScreens();
    await opening.catch((error: unknown) => store.set({ kind: 'unreadable', error }));
  }

  async function start(): Promise<void> {
    if (await deps.isRemembered()) return open();
    known = await currentUser(send);
    if (known.kind !== 'visitor') return open();
    store.set({ kind: 'signedOut', offline: false });
    // A failure has no consequence yet: signing in loads it again.
    deps.whenIdle(() => void session().catch(() => undefined));
  }

  void start();

  return {
    read: store.read,
    subscribe: store.subscribe,
    registration: () => registrationState(send),
    invitation: (token) => invitationState(send, token),
    ...actionsOf(session, loadScreens),
    get account() {
      if (loaded === undefined) throw new Error('The actions on an account need a library that is open.');
      return loaded.account;
    },
  };
}

type Actions = Omit<Session, 'read' | 'subscribe' | 'registration' | 'invitation' | 'account'>;

/** Returns the actions of a session; each loads it first. */
function actionsOf(session: () => Promise<Session>, loadScreens: () => void): Actions {
  async function enter(act: (loaded: Session) => Promise<SignedIn>): Promise<SignedIn> {
    const loaded = await session().catch(() => null);
    if (loaded === null) return { ok: false, message: messages.serverUnreachable, reached: false };
    const answer = act(loaded);
    // While the server checks the password.
    loadScreens();
    return answer;
  }

  return {
    signIn: (credentials) => enter((loaded) => loaded.signIn(credentials)),
    signUp: (registration) => enter((loaded) => loaded.signUp(registration)),
    signInAgain: async (password) => (await session()).signInAgain(password),
    signUpAgain: async (password) => (await session()).signUpAgain(password),
    unsent: async () => (await session()).unsent(),
    signOut: async (expected) => (await session()).signOut(expected),
    deleteAccount: async (password, expected) => (await session()).deleteAccount(password, expected),
  };
}
