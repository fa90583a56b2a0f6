/** The chip of the sync status over a library in this browser. */

import { Provider } from 'jotai';
import { afterEach } from 'vitest';
import { page } from 'vitest/browser';
import { initialLoopState, type LoopState } from '#shared/sync/status.ts';
import { commit } from '../../data/commit/commit.ts';
import { type Library, openLibrary } from '../../data/database/library.ts';
import { markBlocked } from '../../data/outbox/blocked-entries.ts';
import { changeLoopState } from '../../data/queries/queries.ts';
import { deleteLibraryOf } from '../../data/testing/deleted-library-scene.ts';
import { draftStorage } from '../../platform/draft-storage.ts';
import { Lent, lentLibrary, sessionOf } from '../../session/lent-library-scene.tsx';
import { type Drawn, draw } from '../../ui/testing/drawn.tsx';
import { useNotices } from './notices/use-notices.ts';
import { SyncStatus } from './sync-status.tsx';

export const at = '2026-01-01T12:00:00.000Z';
export const online: LoopState = { ...initialLoopState, connection: 'online', lastSuccess: at };

export const status = page.getByRole('status', { name: 'Sync status' });
export const details = page.getByRole('dialog', { name: 'Sync' });

/** Declares the clean-up of a file's tests, and returns what draws the chip. */
export function syncStatusScene() {
  let drawn: Drawn | undefined;
  let library: Library | undefined;
  afterEach(async () => {
    drawn?.close();
    await deleteLibraryOf(library);
  });

  /** The chip over a library in which so many changes wait. */
  async function chip(state: Partial<LoopState>, { waiting = 0, refused = 0 } = {}) {
    const user = { id: 1, username: `ada-${crypto.randomUUID()}`, displayName: 'Ada' };
    const opened = await openLibrary(user, {
      random: (words) => crypto.getRandomValues(words),
      now: () => Date.parse(at),
      drafts: draftStorage(window),
    });
    library = opened;
    for (let id = 1; id <= waiting + refused; id += 1) {
      await commit(opened, 'createProject', { id, name: `P${id}`, color: 'teal' });
    }
    const entries = await opened.db.outbox.toArray();
    await opened.db.outbox.bulkPut(
      entries.slice(waiting).map((entry) => ({ ...entry, state: 'refused', problem: { code: 'id_taken' } })),
    );
    await markBlocked(opened.db);
    await changeLoopState(opened, { ...online, ...state });
    const calls: string[] = [];

    function Scene() {
      useNotices(opened, {
        notify: (toast) => void drawn?.toaster.show(toast),
        onShowLabels: () => undefined,
      });
      return (
        <Provider>
          <Lent library={opened} {...lentTo(calls)}>
            <SyncStatus
              onImport={(files) => calls.push(`import ${files.map(({ name }) => name).join()}`)}
              onExport={() => calls.push('export')}
              onOpenPrompt={(promptId) => calls.push(`open ${promptId}`)}
            />
          </Lent>
        </Provider>
      );
    }
    drawn = draw(<Scene />);
    return { library: opened, calls, toasts: drawn.toasts };
  }
  return chip;
}

/** Lends a loop, a session and a device that write down what is asked of them. */
function lentTo(calls: string[]) {
  const { sync, update, offline } = lentLibrary();
  const refusal = { message: 'Incorrect username or password.', mayBeGone: false };
  return {
    now: () => Date.parse(at) + 5 * 60_000,
    sync: {
      ...sync,
      syncNow: async (options?: { allowRemovals?: boolean }) =>
        calls.push(options?.allowRemovals ? 'allow removals' : 'sync now'),
      rejoin: async (whose: string) => calls.push(`keep ${whose}`),
    },
    session: sessionOf({
      async signInAgain(password) {
        calls.push(`sign in with ${password}`);
        return password === 'engine' ? null : refusal;
      },
    }),
    update: { ...update, take: () => void calls.push('reload') },
    offline: {
      ...offline,
      readiness: async () =>
        ({ app: 'kept', persisted: false, usedBytes: 5000, quotaBytes: 1_000_000 }) as const,
      prepare: async () => void calls.push('prepare'),
    },
  };
}
