/** The chip of the sync status over a library in this browser. */

import { useState } from 'react';
import { afterEach } from 'vitest';
import { page } from 'vitest/browser';
import { initialLoopState, type LoopState } from '#shared/sync/status.ts';
import { commit } from '../../data/commit/commit.ts';
import { type Library, openLibrary } from '../../data/database/library.ts';
import { markBlocked } from '../../data/outbox/blocked-entries.ts';
import { changeLoopState } from '../../data/queries/queries.ts';
import { deleteLibraryOf } from '../../data/testing/deleted-library-scene.ts';
import { Lent } from '../../session/lent-library-scene.tsx';
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
      const [isCentreOpen, setIsCentreOpen] = useState(false);
      useNotices(opened, {
        notify: (toast) => void drawn?.toaster.show(toast),
        onShowLabels: () => undefined,
      });
      return (
        <Lent library={opened}>
          <SyncStatus
            now={() => Date.parse(at) + 5 * 60_000}
            isCentreOpen={isCentreOpen}
            onCentreChange={setIsCentreOpen}
            onSyncNow={() => calls.push('sync now')}
            onSignInAgain={async (password) => {
              calls.push(`sign in with ${password}`);
              return password === 'engine'
                ? null
                : { message: 'Incorrect username or password.', mayBeGone: false };
            }}
            onSignUpAgain={async () => null}
            onReload={() => calls.push('reload')}
            secure
            leadership={{ subscribe: () => () => {}, leads: () => true }}
            readiness={async () => ({
              app: 'kept',
              persisted: false,
              usedBytes: 5000,
              quotaBytes: 1_000_000,
            })}
            onPrepare={async () => {
              calls.push('prepare');
              return 'done';
            }}
            onKeep={async (whose) => void calls.push(`keep ${whose}`)}
            onAllowRemovals={async () => void calls.push('allow removals')}
            onImport={(files) => calls.push(`import ${files.map(({ name }) => name).join()}`)}
          />
        </Lent>
      );
    }
    drawn = draw(<Scene />);
    return { library: opened, calls, toasts: drawn.toasts };
  }
  return chip;
}
