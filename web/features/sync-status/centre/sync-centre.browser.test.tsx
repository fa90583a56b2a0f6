import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { LoopState } from '#shared/sync/status.ts';
import { commit } from '../../../data/commit/commit.ts';
import type { Library } from '../../../data/database/library.ts';
import { writeMeta } from '../../../data/database/meta.ts';
import { markBlocked } from '../../../data/outbox/blocked-entries.ts';
import { addResource } from '../../../data/resources/resources.ts';
import {
  projectChange,
  promptChange,
  pullPage,
  versionChange,
} from '../../../data/testing/server-rows-scene.ts';
import { takeSnapshot } from '../../../data/transfer/snapshots.ts';
import { status, syncStatusScene } from '../sync-status-scene.tsx';

const chip = syncStatusScene();

async function addedFile(library: Library, name: string): Promise<void> {
  await commit(library, 'createProject', { id: 7, name: 'Files', color: 'teal' });
  const file = new File(['contents'], name, { type: 'text/plain' });
  const added = await addResource(library, { projectId: 7, file, name, description: '' });
  if (!added.ok) throw new Error(added.message);
}

describe('the sync centre', () => {
  const centre = page.getByRole('dialog', { name: 'Sync centre' });
  async function open(state: Partial<LoopState>, counts: { waiting?: number; refused?: number } = {}) {
    const scene = await chip(state, counts);
    await status.getByRole('button').click();
    await page.getByRole('button', { name: 'Open sync centre' }).click();
    await expect.element(centre).toBeVisible();
    return scene;
  }
  const entries = async ({ library }: { library: Library }) =>
    (await library.db.outbox.orderBy('position').toArray()).map(({ target, state }) => `${target} ${state}`);

  test('the sync centre names every change that is on this device only, with its age', async () => {
    await open({ connection: 'offline' }, { waiting: 2 });
    const waiting = centre.getByRole('region', { name: 'Waiting' });
    await expect.element(waiting.getByText('the oldest: 5 minutes ago')).toBeVisible();
    await expect.element(waiting.getByText("New project 'P1'")).toBeVisible();
    await expect.element(waiting.getByText("New project 'P2'")).toBeVisible();
  });

  test('the sync centre says on which change the server fails, and on which the connection breaks off', async () => {
    const { library } = await open({}, { waiting: 3 });
    const notBefore = '2026-01-01T00:00:00.000Z';
    const [first = 0, second = 0] = (await library.db.outbox.toCollection().primaryKeys()).sort();
    await library.db.outbox.update(first, { state: 'sent', trouble: { tries: 1, notBefore } });
    await library.db.outbox.update(second, {
      state: 'sent',
      trouble: { tries: 1, notBefore, reason: 'link' },
    });
    const waiting = centre.getByRole('region', { name: 'Waiting' });
    const names = () => waiting.getByRole('listitem').elements();
    await expect
      .poll(() => names().map(({ textContent }) => textContent))
      .toEqual([
        "New project 'P1'the server failed on this; Promptory tries again by itself",
        "New project 'P2'the connection breaks off whenever this is sent; everything else goes on, and Promptory tries again by itself",
        "New project 'P3'",
      ]);
  });

  test.each([
    ['Export waiting changes', {}, 'What waits on this device could not be read.'],
    ['Export first', { paused: 'reset' as const }, 'The library on this device could not be read.'],
  ])('%s that fails is told', async (name, state, sentence) => {
    const { library } = await open(state, { waiting: 1 });
    // The screen has read what it shows: only the export meets what is damaged.
    await expect.element(centre.getByText(/New project/)).toBeVisible();
    library.db.outbox.hook('reading', () => {
      throw new DOMException('A part of the database is damaged.', 'DataError');
    });
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await centre.getByRole('button', { name, exact: true }).click();
    await expect.element(page.getByText('Export failed')).toBeVisible();
    await expect.element(page.getByText(sentence)).toBeVisible();
    log.mockRestore();
  });

  test('the sync centre names every file whose bytes are on this device only, and sends a refused one again', async () => {
    const scene = await open({});
    const calls = (words: string) =>
      centre.getByRole('region', { name: 'State' }).getByText(words, { exact: true });
    await addedFile(scene.library, 'plan.txt');
    await scene.library.db.outbox.clear();
    await expect.element(calls('1 file waiting')).toBeVisible();
    const files = centre.getByRole('region', { name: 'Files' });
    await expect.element(files.getByText('plan.txt')).toBeVisible();
    await expect.element(files.getByText('8 Bytes, waits to be sent')).toBeVisible();
    await scene.library.db.uploads.toCollection().modify({ state: 'sending', sent: 4 });
    await expect.element(files.getByText('4 Bytes of 8 Bytes sent')).toBeVisible();
    const reason = 'Your files take up all the room the server gives you.';
    await scene.library.db.uploads.toCollection().modify({ state: 'refused', reason });
    await expect.element(calls('Needs attention')).toBeVisible();
    await expect
      .element(calls('The server did not accept some files. They are kept on this device.'))
      .toBeVisible();
    await expect.element(files.getByText(reason)).toBeVisible();
    await files.getByRole('button', { name: 'Retry' }).click();
    await expect.element(calls('1 file waiting')).toBeVisible();
    await scene.library.db.uploads.clear();
    await expect.element(files).not.toBeInTheDocument();
    await expect.element(calls('Synced')).toBeVisible();
  });

  test('the sync centre says why a change was not accepted, and sends it again as it is', async () => {
    const scene = await open({}, { refused: 1 });
    await expect.element(centre.getByText('Something with this id exists already.')).toBeVisible();
    await centre.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(() => entries(scene)).toEqual(['project:1 queued']);
  });

  test('the sync centre sends a change again in other words, once they are right', async () => {
    const scene = await open({}, { refused: 1 });
    await centre.getByRole('button', { name: 'Edit' }).click();
    const field = centre.getByRole('textbox', { name: 'Project Name' });
    await expect.element(field).toHaveValue('P1');
    await field.fill(' ');
    await centre.getByRole('button', { name: 'Send again' }).click();
    await expect.element(centre.getByText('Project name is required')).toBeVisible();
    await field.fill('Letters');
    await centre.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => entries(scene)).toEqual(['project:1 queued']);
    expect((await scene.library.db.outboxArgs.toArray())[0]?.args).toMatchObject({ name: 'Letters' });
  });

  test('the sync centre gives a change up only after asking', async () => {
    const scene = await open({}, { waiting: 1, refused: 1 });
    await centre.getByRole('button', { name: 'Discard…' }).click();
    await expect.element(centre.getByText('Give up this change for good?')).toBeVisible();
    await centre.getByRole('button', { name: 'Keep', exact: true }).click();
    expect(await entries(scene)).toEqual(['project:1 queued', 'project:2 refused']);
    await centre.getByRole('button', { name: 'Discard…' }).click();
    await centre.getByRole('button', { name: 'Discard', exact: true }).click();
    await expect.poll(() => entries(scene)).toEqual(['project:1 queued']);
  });

  test('the sync centre keeps the text of a change that was not accepted as a prompt of its own', async () => {
    const scene = await open({}, {});
    const { library } = scene;
    await commit(library, 'createProject', { id: 1, name: 'P', color: 'red' });
    await commit(library, 'createPrompt', { id: 2, title: 'T', content: 'words', projectId: 1 });
    const [, last] = await library.db.outbox.toArray();
    if (last !== undefined) await library.db.outbox.put({ ...last, state: 'refused' });
    await markBlocked(library.db);
    await centre.getByRole('button', { name: 'Save as new prompt' }).click();
    await expect
      .poll(async () => (await library.db.prompts.toArray()).map(({ row }) => row))
      .toMatchObject([{ title: 'Recovered: T', content: 'words' }]);
  });

  test('the sync centre asks whose words count where the server was restored', async () => {
    const { calls } = await open({ paused: 'reset' });
    await centre.getByRole('button', { name: 'Keep mine' }).click();
    await centre.getByRole('button', { name: 'Take the server’s' }).click();
    await expect.poll(() => calls).toEqual(['keep mine', 'keep server']);
  });

  test('the sync centre shows how far it is in keeping this library, in the tab that goes on as well', async () => {
    const { library } = await open({ paused: 'reset' });
    const cursor = { epoch: 'e', seq: 1 };
    const place = { keep: 'mine', cursor, position: 0, of: 400 };
    await writeMeta(library.db, 'takeOver', { ...place, done: 100 });
    const progress = centre.getByRole('progressbar', { name: 'Keeping yours' });
    await expect.element(progress).toHaveAttribute('aria-valuenow', '100');
    await expect.element(centre.getByText('100 of 400 done.')).toBeVisible();
    await expect.element(centre.getByRole('button', { name: 'Keep mine' })).not.toBeInTheDocument();
    await writeMeta(library.db, 'takeOver', { ...place, done: 300 });
    await expect.element(centre.getByText('300 of 400 done.')).toBeVisible();
    await library.db.meta.delete('takeOver');
    await expect.element(centre.getByRole('button', { name: 'Keep mine' })).toBeVisible();
  });

  test('the sync centre asks before much of the library goes', async () => {
    const { calls } = await open({ paused: 'removals' });
    await centre.getByRole('button', { name: 'Take the server’s' }).click();
    await centre.getByRole('button', { name: 'Keep mine' }).click();
    await expect.poll(() => calls).toEqual(['allow removals', 'keep mine']);
  });

  test('the sync centre says whether this device can be taken on a flight, and gets what is missing', async () => {
    const { calls } = await open({});
    const check = centre.getByRole('region', { name: 'Ready for offline' });
    await expect.element(check.getByText('Not everything is here yet:')).toBeVisible();
    await expect.element(check.getByText('The app itself is kept here.')).toBeVisible();
    await check.getByRole('button', { name: 'Prepare for offline' }).click();
    await expect.poll(() => calls).toEqual(['prepare', 'sync now']);
  });

  test('the sync centre lists prompts with a conflict until it is reviewed, and leads to each', async () => {
    const { library, calls } = await open({});
    await pullPage(library, [
      projectChange({ id: 1 }),
      promptChange({ id: 2, title: 'Reply', projectId: 1 }),
      promptChange({ id: 3, title: 'Greeting', projectId: 1 }),
    ]);
    const conflicts = centre.getByRole('region', { name: 'Conflicts' });
    await expect.element(conflicts).not.toBeInTheDocument();
    await pullPage(library, [versionChange({ id: 9, promptId: 2, conflict: 'unreviewed' })], 11);
    await conflicts.getByRole('button', { name: 'Open Reply' }).click();
    expect(calls).toEqual(['open 2']);
    await expect.element(centre).not.toBeInTheDocument();
    await commit(library, 'reviewVersion', { promptId: 2, id: 9 });
    await status.getByRole('button').click();
    await page.getByRole('button', { name: 'Open sync centre' }).click();
    await expect.element(centre).toBeVisible();
    await expect.element(conflicts).not.toBeInTheDocument();
  });

  test('the sync centre leads to the import', async () => {
    const { calls } = await open({});
    await centre.getByRole('button', { name: 'Import…' }).click();
    expect(calls).toEqual(['import ']);
  });
});

test('a copy of the library is brought from the sync centre to the import', async () => {
  const { library, calls, toasts } = await chip({});
  await commit(library, 'createProject', { id: 1, name: 'P', color: 'red' });
  await takeSnapshot(library, 'daily');
  await status.getByRole('button').click();
  await page.getByRole('button', { name: 'Open sync centre' }).click();
  const bringBack = page.getByRole('button', { name: /^Restore the backup of/ });
  await bringBack.click();
  await expect.poll(() => calls).toEqual([expect.stringMatching(/^import promptory-copy-ada-.*\.json$/)]);
  // Three newer ones take its place.
  for (let newer = 0; newer < 3; newer += 1) await takeSnapshot(library, 'daily');
  await bringBack.click();
  await expect.poll(() => toasts).toEqual(['This backup could not be read.']);
});
