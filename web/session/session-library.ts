/** Opens and closes the library of a session, with everything that runs as long as it is open. */
import type { User } from '#shared/model/account/user.ts';
import { type Library, type LibraryDeps, openLibrary, watchConnection } from '../data/database/library.ts';
import { isFeedRead } from '../data/database/library-counts.ts';
import { retryDrafts } from '../data/drafts/retry-drafts.ts';
import { recoverDrafts, recoverDraftsOnceRead } from '../data/drafts/unsaved-drafts.ts';
import { takeSnapshotBeforeMigration } from '../data/transfer/snapshots.ts';
import type { Clock } from '../ui/clock.ts';
import type { RunEngineOfLibrary } from './run-engine-type.ts';
import type { RunningSync } from './running-sync.ts';
import type { SessionState, SessionStore } from './session-state.ts';
import type { SignOutDeps, SignOutTogether } from './sign-out-together.ts';

export interface SessionLibraryDeps extends SignOutDeps {
  readonly libraryDeps: LibraryDeps;
  readonly clock: Clock;
  startSync(library: Library): RunningSync;
  /** Loads nothing yet. */
  modelsOf(library: Library): RunEngineOfLibrary;
}

export type SessionLibrary = {
  /** Returns false where a sign-out has taken the library meanwhile: then nothing is open. */
  open(user: User): Promise<boolean>;
  /** Closes what is open and shows `next` instead. */
  close(next?: SessionState): void;
};

type Surroundings = {
  readonly store: SessionStore;
  readonly together: SignOutTogether;
  /** The library was taken away, or its connection was closed. */
  onConnectionLost(): void;
};

export function createSessionLibrary(
  deps: SessionLibraryDeps,
  { store, together, onConnectionLost }: Surroundings,
): SessionLibrary {
  let stopWatching = () => {};

  async function open(user: User): Promise<boolean> {
    // A disk without room for a copy must not keep the library from opening.
    await takeSnapshotBeforeMigration({ user, deps: deps.libraryDeps }).catch((error: unknown) => {
      console.error('No copy of the library could be made before its shape is changed.', error);
    });
    const library = await openLibrary(user, deps.libraryDeps);
    if (!(await together.isOpenForCommits(library))) {
      library.db.close();
      return false;
    }
    // At once, and not when its prompt is opened: until then neither the count nor another device knew of it.
    // A draft that cannot be taken up now stays where it is, and must not keep the library from opening.
    await recoverDrafts(library, deps.drafts).catch(() => undefined);
    stopWatching = await watchLibrary(library, deps, { onConnectionLost, pauseWhileLeaving });
    const running = { sync: deps.startSync(library), models: deps.modelsOf(library) };
    store.set({ kind: 'open', library, ...running, isLeaving: false });
    return true;
  }

  /** Another tab is signing this person out: nothing can be changed here until it has, or has not. */
  function pauseWhileLeaving(library: Library): void {
    store.setLeaving(library, true);
    const goOn = (stays: boolean) => stays && store.setLeaving(library, false);
    // The connection of a library that is gone by then is lost, which is noticed by itself.
    together.whenDecided(library).then(goOn, () => undefined);
  }

  return {
    open,
    close(next = { kind: 'loading' }) {
      const state = store.read();
      if (state.kind !== 'open') return;
      stopWatching();
      // The screens go first: none may read from a library that is closed.
      store.set(next);
      state.sync.stop();
      state.models.stop();
      state.library.db.close();
    },
  };
}

type LibraryWatcher = {
  onConnectionLost(): void;
  /** Another tab signs this person out. */
  pauseWhileLeaving(library: Library): void;
};

/** Starts what runs as long as a library is open; returns how to stop all of it. */
async function watchLibrary(
  library: Library,
  deps: SessionLibraryDeps,
  { onConnectionLost, pauseWhileLeaving }: LibraryWatcher,
): Promise<() => void> {
  const stopRecovering = (await isFeedRead(library)) ? () => {} : recoverDraftsOnceRead(library, deps.drafts);
  const stops = [
    stopRecovering,
    retryDrafts(library, deps.drafts, deps.clock.after),
    watchConnection(library, onConnectionLost),
    deps.otherTabs.answer((request) => {
      if (request.userId !== library.user.id) return null;
      if (request.leaving) pauseWhileLeaving(library);
      return library.typed.storeAll();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
