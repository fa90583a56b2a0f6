/** The flight check: one green line, or exactly what is missing, and the button that gets it. */

import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { initialLoopState, type LoopState } from '#shared/sync/status.ts';
import { type Library, openLibrary } from '../../../data/database/library.ts';
import { applyPull } from '../../../data/feed/apply-pull.ts';
import type { BlobsFetched } from '../../../data/resources/blob-readiness.ts';
import { setBlobLimit } from '../../../data/resources/blob-storage.ts';
import { storeFetched } from '../../../data/resources/blobs.ts';
import { sha256Of } from '../../../data/resources/sha256.ts';
import { deleteLibraryOf } from '../../../data/testing/deleted-library-scene.ts';
import { Lent } from '../../../session/lent-library-scene.tsx';
import type { Readiness } from '../../../session/open-library-type.ts';
import { type Drawn, draw } from '../../../ui/testing/drawn.tsx';
import { FlightCheck } from './flight-check.tsx';

const at = '2026-01-01T12:00:00.000Z';
const synced: LoopState = { ...initialLoopState, connection: 'online', lastSuccess: at, lastAnswer: at };

let drawn: Drawn | undefined;
let library: Library | undefined;
afterEach(async () => {
  drawn?.close();
  await deleteLibraryOf(library);
});

const contentOf = (words: string) => new TextEncoder().encode(words).buffer;
const fileNames = ['one', 'another', 'a third'];

async function knows(library: Library, { more }: { more: boolean }): Promise<void> {
  const project = { id: 5, name: 'Letters', color: 'red', createdAt: at };
  const rows = fileNames.map(async (words, index) => ({
    ...{ id: index + 10, projectId: 5, name: words, originalFilename: `${words}.txt`, description: '' },
    ...{ fileType: 'text/plain', fileSize: words.length, sha256: await sha256Of(contentOf(words)) },
    ...{ createdAt: at, available: true },
  }));
  const changes = [
    { type: 'project' as const, id: 5, seq: 1, rev: 1, row: project },
    ...(await Promise.all(rows)).map((row) => {
      return { type: 'resource' as const, id: row.id, seq: row.id, rev: 1, row };
    }),
  ];
  await applyPull(library, { cursor: 'e.20', more, changes }, { allowRemovals: false });
}

/** A device that knows three files of another one. */
async function opened(options: {
  more?: boolean;
  app?: Readiness['app'];
  /** The device does not say what it has. */
  unreadable?: Error;
  onPrepare?: (library: Library, signal: AbortSignal) => Promise<BlobsFetched>;
}): Promise<Library> {
  const user = { id: 1, username: `ada-${crypto.randomUUID()}`, displayName: 'Ada' };
  const made = await openLibrary(user, {
    random: (words) => crypto.getRandomValues(words),
    now: () => Date.parse(at),
  });
  library = made;
  await knows(made, { more: options.more ?? false });
  const readiness = async (): Promise<Readiness> => {
    if (options.unreadable !== undefined) throw options.unreadable;
    return { app: options.app ?? 'kept', persisted: true, usedBytes: 1, quotaBytes: 1000 };
  };
  drawn = draw(
    <Lent library={made}>
      <FlightCheck
        loop={synced}
        drafts={0}
        isStorageWell
        now={() => Date.parse(at)}
        readiness={readiness}
        onPrepare={async (signal) => options.onPrepare?.(made, signal) ?? 'done'}
      />
    </Lent>,
  );
  return made;
}

const check = page.getByRole('region', { name: 'Ready for offline' });
const button = check.getByRole('button', { name: 'Prepare for offline' });
const ready = check.getByText('This device is ready: everything works without a network.');

async function fetchAll(library: Library): Promise<BlobsFetched> {
  for (const words of fileNames)
    await storeFetched(library, await sha256Of(contentOf(words)), contentOf(words));
  return 'done';
}

test('the check is not green while files are missing, and is once they were fetched', async () => {
  await opened({ onPrepare: fetchAll });
  await expect.element(check.getByText('Not everything is here yet:')).toBeVisible();
  await expect.element(check.getByText('0 of 3 files are on this device, 17 Bytes to fetch.')).toBeVisible();
  await expect.element(ready).not.toBeInTheDocument();
  await button.click();
  await expect.element(check.getByText('3 of 3 files are on this device.')).toBeVisible();
  await expect.element(ready).toBeVisible();
  await expect.element(button).not.toBeInTheDocument();
});

test('while files are fetched, it shows how many are here, and a person can end it', async () => {
  const ended = Promise.withResolvers<void>();
  await opened({
    onPrepare: async (library, signal) => {
      await storeFetched(library, await sha256Of(contentOf('one')), contentOf('one'));
      signal.addEventListener('abort', () => ended.resolve());
      await ended.promise;
      return 'interrupted';
    },
  });
  await button.click();
  await expect.element(check.getByText('Fetching files: 1 of 3')).toBeVisible();
  await expect
    .element(check.getByRole('progressbar', { name: 'Fetching files: 1 of 3' }))
    .toHaveAttribute('aria-valuenow', '1');
  await check.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(button).toBeVisible();
  await expect.element(check.getByText(/^1 of 3 files are on this device/)).toBeVisible();
  await expect.element(check.getByRole('alert')).not.toBeInTheDocument();
});

test('the check follows the files as they come', async () => {
  const library = await opened({});
  await expect.element(check.getByText(/^0 of 3 files/)).toBeVisible();
  await storeFetched(library, await sha256Of(contentOf('one')), contentOf('one'));
  await expect.element(check.getByText('1 of 3 files are on this device, 14 Bytes to fetch.')).toBeVisible();
});

test.each<[BlobsFetched, string]>([
  ['interrupted', 'Not all files could be fetched just now. Try again in a while.'],
  ['deviceFull', 'Not all files could be fetched: this device has no room for more.'],
])('the check says that fetching was %s', async (fetched, words) => {
  await opened({ onPrepare: async () => fetched });
  await button.click();
  await expect.element(check.getByText(words)).toBeVisible();
  await expect.element(ready).not.toBeInTheDocument();
});

test('the check names the files that exceed the storage limit', async () => {
  const library = await opened({});
  await setBlobLimit(library, 12);
  await expect.element(check.getByText('0 of 3 files are on this device, 10 Bytes to fetch.')).toBeVisible();
  await expect
    .element(check.getByText(/^1 file does not fit \(7 Bytes\): files may take 12 Bytes on this device/))
    .toBeVisible();
});

test('the check says that the library is still coming while its first pull has not ended', async () => {
  await opened({ more: true });
  await expect
    .element(check.getByText('The library is still coming: 0 prompts, 0 versions, 0 notes so far.'))
    .toBeVisible();
  await expect.element(ready).not.toBeInTheDocument();
});

test('at an address that is not secure the check says that the app cannot be kept, and promises nothing', async () => {
  const library = await opened({ app: 'impossible' });
  await fetchAll(library);
  await expect.element(check.getByText('Not everything can be stored here:')).toBeVisible();
  await expect
    .element(check.getByText(/^The app itself cannot be kept here, because this address/))
    .toBeVisible();
  await expect.element(ready).not.toBeInTheDocument();
  await expect.element(button).not.toBeInTheDocument();
});

test('the check is not shown where it cannot be read, and the reason is in the console', async () => {
  const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const unreadable = new Error('the device does not answer');
  await opened({ unreadable });
  await vi.waitFor(() => expect(reported).toHaveBeenCalledWith(expect.any(String), unreadable));
  await expect.element(check).not.toBeInTheDocument();
  reported.mockRestore();
});
