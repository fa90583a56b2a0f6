/** Files whose bytes are on this device only, or are missing here: which get no further, and why. */

import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { initialLoopState, syncStatus } from '#shared/sync/status.ts';
import { commit } from '../../../data/commit/commit.ts';
import { type Library, openLibrary } from '../../../data/database/library.ts';
import { unsentCounts } from '../../../data/queries/queries.ts';
import { setKeepOffline } from '../../../data/resources/blob-storage.ts';
import { noteFailedDownload } from '../../../data/resources/failed-downloads.ts';
import { addResource } from '../../../data/resources/resources.ts';
import { noteFailedTry, noteUpload } from '../../../data/resources/uploads.ts';
import { deleteLibraryOf } from '../../../data/testing/deleted-library-scene.ts';
import { Lent } from '../../../session/lent-library-scene.tsx';
import { useLive } from '../../../ui/hooks/use-live.ts';
import { type Drawn, draw } from '../../../ui/testing/drawn.tsx';
import { SyncDetails } from '../sync-details.tsx';
import { DownloadList, UploadList } from './file-lists.tsx';

let drawn: Drawn | undefined;
let library: Library | undefined;
afterEach(async () => {
  drawn?.close();
  await deleteLibraryOf(library);
});

function Scene({ library }: { readonly library: Library }) {
  const counts = useLive(() => unsentCounts(library), [library]);
  if (counts === undefined) return null;
  const loop = { ...initialLoopState, connection: 'online' as const };
  const none = () => {};
  return (
    <>
      <SyncDetails
        {...{ counts, loop, now: () => 0, onSyncNow: none, onSignIn: none, onReload: none }}
        status={syncStatus(counts, loop)}
      />
      <UploadList />
      <DownloadList />
    </>
  );
}

/** A file of eight bytes whose row the server has. */
async function waitingFile() {
  const clock = { at: Date.parse('2026-01-01T12:00:00.000Z') };
  const user = { id: 1, username: `ada-${crypto.randomUUID()}`, displayName: 'Ada' };
  const opened = await openLibrary(user, {
    random: (words) => crypto.getRandomValues(words),
    now: () => clock.at,
  });
  library = opened;
  await commit(opened, 'createProject', { id: 7, name: 'Files', color: 'teal' });
  const file = new File(['contents'], 'plan.txt', { type: 'text/plain' });
  const added = await addResource(opened, { projectId: 7, file, name: 'plan.txt', description: '' });
  if (!added.ok) throw new Error(added.message);
  await opened.db.outbox.clear();
  const [{ sha256 } = { sha256: '' }] = await opened.db.uploads.toArray();
  const failsFor = async (ms: number, reason: 'server' | 'network') => {
    clock.at += ms;
    await noteFailedTry(opened, sha256, reason);
  };
  drawn = draw(
    <Lent library={opened}>
      <Scene library={opened} />
    </Lent>,
  );
  return { library: opened, sha256, clock, failsFor };
}

test('a file that gets no further is named with the reason, and no more once a piece of it arrives', async () => {
  const { library, sha256, failsFor } = await waitingFile();
  const files = page.getByRole('region', { name: 'Files' });
  const title = (words: string) => page.getByText(words, { exact: true });
  await failsFor(0, 'server');
  await expect.element(title('1 file waiting')).toBeVisible();
  await expect.element(files.getByText('8 Bytes, waits to be sent')).toBeVisible();
  await failsFor(60_000, 'server');
  await expect.element(title('Needs attention')).toBeVisible();
  await expect
    .element(page.getByText(/^The server answers, but some files could not be sent for more than a minute/))
    .toBeVisible();
  await expect.element(files.getByText('plan.txt')).toBeVisible();
  await expect
    .element(files.getByText(/^The server answers, but could not take this file for more than a minute/))
    .toBeVisible();
  await failsFor(1000, 'network');
  await expect.element(files.getByText(/the connection breaks off whenever this file is sent/)).toBeVisible();
  await noteUpload(library, sha256, { state: 'sending', sent: 4 });
  await expect.element(title('1 file waiting')).toBeVisible();
  await expect.element(files.getByText('4 Bytes of 8 Bytes sent')).toBeVisible();
  await expect.element(files.getByText(/the connection breaks off/)).not.toBeInTheDocument();
});

test('a file of a kept project that cannot be fetched is named with the reason', async () => {
  const { library, clock } = await waitingFile();
  const [stored] = await library.db.resources.toArray();
  if (stored === undefined) throw new Error('The file has no row.');
  const row = { ...stored.row, id: 2, name: 'notes.txt', sha256: 'b'.repeat(64), available: true };
  await library.db.resources.put({ ...stored, id: row.id, row });
  await setKeepOffline(library, row.projectId, true);
  for (const ms of [0, 60_000]) {
    clock.at += ms;
    await noteFailedDownload(library, row.sha256, 'server');
  }
  const files = page.getByRole('region', { name: 'Files to fetch' });
  await expect.element(files.getByText('Files that are missing here: 1')).toBeVisible();
  await expect.element(files.getByText('notes.txt')).toBeVisible();
  await expect.element(files.getByText('8 Bytes, waits to be fetched')).toBeVisible();
  await expect
    .element(files.getByText(/^The server answers, but could not give this file for more than a minute/))
    .toBeVisible();
});
