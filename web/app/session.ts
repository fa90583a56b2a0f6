/**
 * Who is signed in on this device, and whose library is open.
 *
 * 1. A remembered person's library opens without asking anybody: not the network, not the server.
 * 2. Steps follow one another: a sign-out never meets a half-done sign-in, in this tab or another.
 * 3. Signing out holds also where the server does not hear of it: it is told at the next start.
 */
import { messages } from '#shared/model/messages.ts';
import { type Credentials, type Registration, type User, usernameKey } from '#shared/model/user.ts';
import {
  endLeaving,
  leavingUser,
  rememberedUser,
  rememberUser,
  watchDevice,
} from '../data/database/device-db.ts';
import {
  deleteLibrary,
  isStillThere,
  type Library,
  type LibraryDeps,
  openLibrary,
  watchConnection,
} from '../data/database/library.ts';
import { isFeedRead } from '../data/database/library-counts.ts';
import { retryDrafts } from '../data/drafts/retry-drafts.ts';
import { forgetDrafts, recoverDrafts, recoverDraftsOnceRead } from '../data/drafts/unsaved-drafts.ts';
import { nothingUnsent, readUnsent, type Unsent } from '../data/drafts/unsent.ts';
import { takeSnapshotBeforeMigration } from '../data/transfer/snapshots.ts';
import type { Clock } from '../ui/clock.ts';
import {
  currentUser,
  login,
  logout,
  register,
  type SendAccountRequest,
  type SignedIn,
} from './account-calls.ts';
import type { RunningSync } from './running-sync.ts';
import { type SignOutDeps, type SignOutOutcome, signOutTogether } from './sign-out-together.ts';

export type SessionState =
  | { readonly kind: 'loading' }
  /** `offline`: nobody knows whether there is a session, because the server cannot be reached. */
  | { readonly kind: 'signedOut'; readonly offline: boolean }
  /** `isLeaving`: a tab of this device is signing the person out, and nothing can be changed. */
  | {
      readonly kind: 'open';
      readonly library: Library;
      readonly sync: RunningSync;
      readonly isLeaving: boolean;
    }
  /** The person signed out in this tab; the library goes, and the server is told. */
  | { readonly kind: 'signingOut' }
  /** The browser refuses to keep or to give what is on this device. */
  | { readonly kind: 'unreadable'; readonly error: unknown };

export interface SessionDeps extends SignOutDeps {
  readonly libraryDeps: LibraryDeps;
  readonly clock: Clock;
  readonly send: SendAccountRequest;
  startSync(library: Library): RunningSync;
}

export interface SignInRefusal {
  /** A sentence that says why it did not work. */
  readonly message: string;
  /** The server does not say whether it knows the account: it may have been emptied. */
  readonly mayBeGone: boolean;
}

export interface Session {
  read(): SessionState;
  subscribe(listener: () => void): () => void;
  signIn(credentials: Credentials): Promise<SignedIn>;
  signUp(registration: Registration): Promise<SignedIn>;
  /** In place. Null: signed in. */
  signInAgain(password: string): Promise<SignInRefusal | null>;
  /**
   * The same on a server that does not know the account any more: it gets one of the same name. What is on this
   * device stays as it is, and the person is asked whose words count.
   */
  signUpAgain(password: string): Promise<SignInRefusal | null>;
  /** Tries to send what waits in any tab, and reads what is on this device only. */
  unsent(): Promise<Unsent>;
  /**
   * Ends the session and removes everything of this person from this device. Changes nothing where this device
   * holds more than `expected`, which the person was told of: then it answers with what there is.
   */
  signOut(expected: Unsent): Promise<SignOutOutcome>;
}

const askAgainMs = 5_000;
const lastSyncMs = 5_000;

export function startSession(deps: SessionDeps): Session {
  const { device, clock, send } = deps;
  const together = signOutTogether(deps);
  const listeners = new Set<() => void>();
  let state: SessionState = { kind: 'loading' };
  let last: Promise<unknown> = Promise.resolve();
  let stopWatching = () => {};

  function set(next: SessionState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  /** One step after the other; a step that the browser broke off is a state of its own. */
  function inTurn(step: () => Promise<void>): Promise<void> {
    const run = last.then(step).catch((error: unknown) => {
      console.error('The library of this device could not be opened or closed.', error);
      leaveLibrary();
      set({ kind: 'unreadable', error });
    });
    last = run;
    return run;
  }

  async function open(user: User): Promise<void> {
    // A disk without room for a copy must not keep the library from opening.
    await takeSnapshotBeforeMigration({ user, deps: deps.libraryDeps }).catch((error: unknown) => {
      console.error('No copy of the library could be made before its shape is changed.', error);
    });
    const library = await openLibrary(user, deps.libraryDeps);
    if (!(await together.isOpenForCommits(library))) {
      library.db.close();
      return decide();
    }
    // At once, and not when its prompt is opened: until then neither the count nor another device knew of it.
    // A draft that cannot be taken up now stays where it is, and must not keep the library from opening.
    await recoverDrafts(library, deps.drafts).catch(() => undefined);
    const stopRecovering = (await isFeedRead(library))
      ? () => {}
      : recoverDraftsOnceRead(library, deps.drafts);
    const stopRetrying = retryDrafts(library, deps.drafts, clock.after);
    const stopFollowing = watchConnection(library, () => void inTurn(follow));
    const stopAnswering = deps.otherTabs.answer((request) => {
      if (request.userId !== user.id) return null;
      if (request.leaving) pauseWhileLeaving(library);
      return library.typed.storeAll();
    });
    stopWatching = () => {
      stopRecovering();
      stopRetrying();
      stopFollowing();
      stopAnswering();
    };
    set({ kind: 'open', library, sync: deps.startSync(library), isLeaving: false });
  }

  /** Another tab is signing this person out: nothing can be changed here until it has, or has not. */
  function pauseWhileLeaving(library: Library): void {
    setLeaving(library, true);
    const goOn = (stays: boolean) => stays && setLeaving(library, false);
    // A library that is gone by then: `follow` has seen it, or will.
    together.whenDecided(library).then(goOn, () => undefined);
  }

  function setLeaving(library: Library, isLeaving: boolean): void {
    if (state.kind === 'open' && state.library === library) set({ ...state, isLeaving });
  }

  /** The screens go first: none may read from a library that is closed. */
  function leaveLibrary(next: SessionState = { kind: 'loading' }): void {
    if (state.kind !== 'open') return;
    const { library, sync } = state;
    stopWatching();
    set(next);
    sync.stop();
    library.db.close();
  }

  async function askServer(): Promise<void> {
    const known = await currentUser(send);
    if (known.kind === 'user') {
      await rememberUser(device, known.user);
      await open(known.user);
      return;
    }
    const offline = known.kind === 'unknown';
    if (state.kind !== 'signedOut' || state.offline !== offline) set({ kind: 'signedOut', offline });
    if (offline) askLater();
  }

  function askLater(): void {
    clock.after(askAgainMs, () => {
      void inTurn(async () => {
        if (state.kind === 'signedOut' && state.offline) await decide();
      });
    });
  }

  /** What a sign-out began: the library goes from the disk, and the server is told. */
  async function finishLeaving(): Promise<boolean> {
    const leaving = await leavingUser(device);
    if (leaving === null) return true;
    await deleteLibrary(leaving, deps.libraryDeps);
    forgetDrafts(deps.drafts, leaving.id);
    if (!(await logout(send))) return false;
    await endLeaving(device);
    return true;
  }

  async function decide(): Promise<void> {
    const user = await rememberedUser(device);
    if (user !== null) return open(user);
    if (await finishLeaving()) return askServer();
    if (state.kind !== 'signedOut' || !state.offline) set({ kind: 'signedOut', offline: true });
    askLater();
  }

  /** Another tab signed somebody in or out, or the library was taken away: then it is fetched again. */
  async function follow(): Promise<void> {
    const user = await rememberedUser(device);
    if (state.kind === 'open') {
      if (user?.id === state.library.user.id && (await isStillThere(state.library))) return;
      if (state.kind !== 'open') return;
      // What is typed here was stored for the count, so it was named and given up.
      if (user === null && state.isLeaving) state.library.typed.giveUp();
      leaveLibrary();
      if (user === null) set({ kind: 'signedOut', offline: false });
      else await open(user);
    } else if (state.kind === 'signedOut' && user !== null) {
      await open(user);
    }
  }

  async function leaveForGood(library: Library): Promise<void> {
    library.typed.giveUp();
    leaveLibrary({ kind: 'signingOut' });
    const told = await finishLeaving();
    set({ kind: 'signedOut', offline: !told });
    if (!told) askLater();
  }

  async function enter(answer: SignedIn): Promise<SignedIn> {
    if (!answer.ok) {
      if (state.kind === 'signedOut' && !state.offline && !answer.reached) {
        set({ kind: 'signedOut', offline: true });
        askLater();
      }
      return answer;
    }
    await inTurn(async () => {
      if (state.kind === 'open') return;
      await rememberUser(device, answer.user);
      await open(answer.user);
    });
    return isOpen() ? answer : { ok: false, message: messages.deviceRefuses, reached: true };
  }

  /**
   * With the library that is open. A server that was emptied gives the same person another account; that the
   * name is theirs is what it has just accepted.
   */
  async function goOnAs(ask: (user: User) => Promise<SignedIn>): Promise<SignInRefusal | null> {
    if (state.kind !== 'open') return null;
    const { library, sync } = state;
    const answer = await ask(library.user);
    if (!answer.ok) {
      const message = answer.code === 'username_taken' ? messages.accountIsThere : answer.message;
      return { message, mayBeGone: answer.code === 'wrong_credentials' };
    }
    if (usernameKey(answer.user.username) !== usernameKey(library.user.username)) {
      return { message: messages.otherAccount, mayBeGone: false };
    }
    try {
      await sync.resume(answer.user.id);
      return null;
    } catch (error) {
      console.error('The account could not be noted on this device.', error);
      return { message: messages.deviceRefuses, mayBeGone: false };
    }
  }

  function isOpen(): boolean {
    return state.kind === 'open';
  }

  void inTurn(decide).then(() => watchDevice(device, () => void inTurn(follow)));

  return {
    read: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    signIn: async (credentials) => enter(await login(send, credentials)),
    signUp: async (registration) => enter(await register(send, registration)),
    signInAgain: (password) => goOnAs(({ username }) => login(send, { username, password })),
    signUpAgain: (password) =>
      goOnAs(({ username, displayName }) => register(send, { username, displayName, password })),
    async unsent() {
      if (state.kind !== 'open') return nothingUnsent;
      const { library, sync } = state;
      await together.storeTyped(library, { leaving: false });
      // What no row has yet goes into one, to be counted, exported and sent like everything else.
      await recoverDrafts(library, deps.drafts, { now: true }).catch(() => undefined);
      const unsent = await readUnsent(library, deps.drafts);
      if (unsent.count === 0) return unsent;
      await Promise.race([sync.syncNow(), elapsed(clock, lastSyncMs)]);
      return readUnsent(library, deps.drafts);
    },
    async signOut(expected) {
      let outcome: SignOutOutcome | Error = { kind: 'signedOut' };
      await inTurn(async () => {
        if (state.kind !== 'open') return;
        const { library } = state;
        setLeaving(library, true);
        const leaving = together.leave(library, expected, () => leaveForGood(library));
        outcome = await leaving.catch((error: unknown) => {
          if (!isOpen()) throw error;
          return errorOf(error);
        });
        setLeaving(library, false);
      });
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
  };
}

function errorOf(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function elapsed(clock: Clock, milliseconds: number): Promise<void> {
  return new Promise((resolve) => void clock.after(milliseconds, resolve));
}
