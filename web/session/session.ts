/**
 * Who is signed in on this device, and whose library is open (`session-user.ts`, `session-library.ts`).
 *
 * 1. A remembered person's library opens without asking anybody: not the network, not the server.
 * 2. Steps follow one another: a sign-out never meets a half-done sign-in, in this tab or another.
 * 3. Signing out holds also where the server cannot be reached: it is ended there at the next start.
 */

import type { InvitationState, RegistrationState } from '#shared/model/account/registration.ts';
import type { Credentials, Registration } from '#shared/model/account/user.ts';
import { messages } from '#shared/model/messages.ts';
import { accountOf } from '../data/database/account.ts';
import { watchDevice } from '../data/database/device-db.ts';
import type { Unsent } from '../data/drafts/unsent.ts';
import type { AccountActions } from './account/account-actions.ts';
import {
  invitationState,
  type Known,
  login,
  register,
  registrationState,
  type SendAccountRequest,
  type SignedIn,
} from './account/account-calls.ts';
import { accountRequests } from './account/account-requests.ts';
import { accountDeletion, type DeletionOutcome } from './account/delete-account.ts';
import { createSessionLibrary, type SessionLibraryDeps } from './session-library.ts';
import { createSessionSignOut } from './session-sign-out.ts';
import { createSessionStore, type SessionState } from './session-state.ts';
import { createSessionUser } from './session-user.ts';
import { type SignInRefusal, signInAgain } from './sign-in-again.ts';
import { type SignOutOutcome, signOutTogether } from './sign-out-together.ts';

export interface SessionDeps extends SessionLibraryDeps {
  readonly send: SendAccountRequest;
  /** The server's answer about its session, where it was asked already. */
  readonly known?: Known | null;
}

export interface Session {
  read(): SessionState;
  subscribe(listener: () => void): () => void;
  /** Returns who may make an account on the server; null where it does not answer. */
  registration(): Promise<RegistrationState | null>;
  /** Returns whether an invitation can be used; null where the server does not answer. */
  invitation(token: string): Promise<InvitationState | null>;
  signIn(credentials: Credentials): Promise<SignedIn>;
  signUp(registration: Registration): Promise<SignedIn>;
  /** In place. Null: signed in. */
  signInAgain(password: string): Promise<SignInRefusal | null>;
  /**
   * The same on a server that does not know the account any more: it gets one of the same name. What is on this
   * device stays as it is, and the person is asked whose library counts.
   */
  signUpAgain(password: string): Promise<SignInRefusal | null>;
  /** Tries to send what waits in any tab, and reads what is on this device only. */
  unsent(): Promise<Unsent>;
  /**
   * Ends the session and removes everything of this person from this device. Changes nothing where this device
   * holds more than `expected`, which the person was shown: then it answers with what there is.
   */
  signOut(expected: Unsent): Promise<SignOutOutcome>;
  /** For the account whose library is open. */
  readonly account: AccountActions;
  /** Deletes the account on the server, and signs out as `signOut` does; changes nothing where the server refuses. */
  deleteAccount(password: string, expected: Unsent): Promise<DeletionOutcome>;
}

export function startSession(deps: SessionDeps): Session {
  const { device, send } = deps;
  const together = signOutTogether(deps);
  const store = createSessionStore();
  const onConnectionLost = () => void inTurn(user.follow);
  const opened = createSessionLibrary(deps, { store, together, onConnectionLost });
  const user = createSessionUser(deps, { store, opened, inTurn });
  const signingOut = createSessionSignOut(deps, { store, together, user, inTurn });
  let last: Promise<unknown> = Promise.resolve();

  /** Runs one step after the other; a step that the browser broke off is a state of its own. */
  function inTurn(step: () => Promise<void>): Promise<void> {
    const run = last.then(step).catch((error: unknown) => {
      console.error('The library of this device could not be opened or closed.', error);
      opened.close();
      store.set({ kind: 'unreadable', error });
    });
    last = run;
    return run;
  }

  const account = accountRequests(send, () => openAccount(store.read()));

  const isOpen = () => store.read().kind === 'open';

  async function enter(answer: SignedIn): Promise<SignedIn> {
    if (!answer.ok) {
      const state = store.read();
      if (state.kind === 'signedOut' && !state.offline && !answer.reached) user.goOffline();
      return answer;
    }
    await inTurn(async () => {
      if (!isOpen()) await user.enter(answer.user);
    });
    return isOpen() ? answer : { ok: false, message: messages.deviceRefuses, reached: true };
  }

  void inTurn(user.decide).then(() => watchDevice(device, () => void inTurn(user.follow)));

  return {
    read: store.read,
    subscribe: store.subscribe,
    registration: () => registrationState(send),
    invitation: (token) => invitationState(send, token),
    signIn: async (credentials) => enter(await login(send, credentials)),
    signUp: async (registration) => enter(await register(send, registration)),
    signInAgain: (password) =>
      signInAgain(store.read(), ({ username }) => login(send, { username, password })),
    signUpAgain: (password) =>
      signInAgain(store.read(), ({ username, displayName }) =>
        register(send, { username, displayName, password }),
      ),
    unsent: signingOut.unsent,
    signOut: (expected) => signingOut.signOut(expected),
    account: account.actions,
    deleteAccount: accountDeletion({ remove: account.remove, signOut: signingOut.signOut }),
  };
}

/** Returns the account of the server that the open library goes with; null where none is open. */
async function openAccount(state: SessionState): Promise<number | null> {
  return state.kind === 'open' ? accountOf(state.library) : null;
}
