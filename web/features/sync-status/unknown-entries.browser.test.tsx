import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { initialLoopState, syncStatus } from '#shared/sync/status.ts';
import { type Drawn, draw } from '../../ui/testing/drawn.tsx';
import { SyncDetails } from './sync-details.tsx';

let drawn: Drawn | undefined;
afterEach(() => drawn?.close());

function show(unknown: number): { reloads: number } {
  const pressed = { reloads: 0 };
  const counts = { waiting: 0, refused: 0, oldest: null, files: { waiting: 0, refused: 0, stuck: 0 } };
  const loop = { ...initialLoopState, connection: 'online' as const, lastSuccess: new Date(0).toISOString() };
  const none = () => {};
  const onReload = () => {
    pressed.reloads += 1;
  };
  drawn = draw(
    <SyncDetails
      {...{ counts, loop, unknown, now: () => 0, onSyncNow: none, onSignIn: none, onReload }}
      status={syncStatus(counts, loop)}
    />,
  );
  return pressed;
}

test('entries of a newer version are counted, said to be kept, and an update is a press away', async () => {
  const pressed = show(3);
  await expect.element(page.getByText('From a newer version of Promptory')).toBeVisible();
  await expect
    .element(page.getByText('3 entries, kept on this device and shown after an update'))
    .toBeVisible();
  await expect.element(page.getByText('Synced', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Reload' }).click();
  expect(pressed.reloads).toBe(1);
});

test('a library that this version can read as a whole offers no reload', async () => {
  show(0);
  await expect.element(page.getByText('Synced', { exact: true })).toBeVisible();
  expect(page.getByText('From a newer version of Promptory').elements()).toEqual([]);
  expect(page.getByRole('button', { name: 'Reload' }).elements()).toEqual([]);
});
