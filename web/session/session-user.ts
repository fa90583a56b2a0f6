/**
 * Decides whose library is open: what this device remembers counts first, then what the server knows of its session.
 * A sign-out that was begun is finished before anybody is asked.
 */
import type { User } from '#shared/model/account/user.ts';
import {
  type DeviceDb,
  endLeaving,
  leavingUser,
  rememberedUser,
  rememberUser,
} from '../data/database/device-db.ts';
import { deleteLibrary, isStillThere, type Library, type LibraryDeps } from '../data/database/library.ts';
import { type DraftStorage, forgetDrafts } from '../data/drafts/unsaved-drafts.ts';
import type { Clock } from '../ui/clock.ts';
import { currentUser, type Known, logout, type SendAccountRequest } from './account/account-calls.ts';
import type { SessionLibrary } from './session-library.ts';
import type { SessionStore } from './session-state.ts';
import { createSignedOut } from './signed-out.ts';

export type SessionUserDeps = {
  readonly device: DeviceDb;
  readonly drafts: DraftStorage;
  readonly libraryDeps: LibraryDeps;
  readonly clock: Clock;
  readonly send: SendAccountRequest;
  /** The server's answer about its session, where it was asked already; it is used once. */
  readonly known?: Known | null;
};

export type SessionUser = {
  /** Opens the library of the person signed in on this device, or shows that nobody is. */
  decide(): Promise<void>;
  /** Remembers a person who has signed in, and opens their library. */
  enter(user: User): Promise<void>;
  /** Another tab signed somebody in or out, or the library was taken away: follows it. */
  follow(): Promise<void>;
  /** Deletes a library whose person has signed out in this tab. */
  leave(library: Library): Promise<void>;
  /** Shows that the server cannot be reached, and asks it again later. */
  goOffline(): void;
};

type Surroundings = {
  readonly store: SessionStore;
  readonly opened: SessionLibrary;
  inTurn(step: () => Promise<void>): Promise<void>;
};

export function createSessionUser(
  deps: SessionUserDeps,
  { store, opened, inTurn }: Surroundings,
): SessionUser {
  const { device, send } = deps;
  const signedOut = createSignedOut(deps.clock, { store, inTurn });
  let answered = deps.known ?? null;
  const goOffline = () => signedOut.goOffline(decide);

  async function open(user: User): Promise<void> {
    if (!(await opened.open(user))) await decide();
  }

  async function decide(): Promise<void> {
    const user = await rememberedUser(device);
    if (user !== null) return open(user);
    if (await finishLeaving(deps)) return askServer();
    goOffline();
  }

  async function askServer(): Promise<void> {
    const known = answered ?? (await currentUser(send));
    answered = null;
    if (known.kind === 'user') return enter(known.user);
    if (known.kind === 'unknown') goOffline();
    else signedOut.show({ offline: false });
  }

  async function enter(user: User): Promise<void> {
    await rememberUser(device, user);
    await open(user);
  }

  async function follow(): Promise<void> {
    const user = await rememberedUser(device);
    const before = store.read();
    if (before.kind === 'signedOut' && user !== null) return open(user);
    if (before.kind !== 'open') return;
    const stays = user?.id === before.library.user.id;
    if (stays && (await isStillThere(before.library))) return;
    const state = store.read();
    if (state.kind !== 'open') return;
    if (stays) state.library.typed.rescueAll();
    // What is typed here was stored for the count, so it was named and given up.
    if (user === null && state.isLeaving) state.library.typed.giveUp();
    opened.close();
    if (user === null) store.set({ kind: 'signedOut', offline: false });
    else await open(user);
  }

  async function leave(library: Library): Promise<void> {
    library.typed.giveUp();
    opened.close({ kind: 'signingOut' });
    if (await finishLeaving(deps)) store.set({ kind: 'signedOut', offline: false });
    else goOffline();
  }

  return { decide, enter, follow, leave, goOffline };
}

/** Removes from the disk what a sign-out left, and ends the session on the server; returns whether it could. */
async function finishLeaving({ device, drafts, libraryDeps, send }: SessionUserDeps): Promise<boolean> {
  const leaving = await leavingUser(device);
  if (leaving === null) return true;
  await deleteLibrary(leaving, libraryDeps);
  forgetDrafts(drafts, leaving.id);
  if (!(await logout(send))) return false;
  await endLeaving(device);
  return true;
}
