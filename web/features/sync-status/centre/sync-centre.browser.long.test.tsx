import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { LoopState } from '#shared/sync/status.ts';
import { status, syncStatusScene } from '../sync-status-scene.tsx';

const chip = syncStatusScene();

describe('the sync centre', () => {
  const centre = page.getByRole('dialog', { name: 'Sync centre' });
  async function open(state: Partial<LoopState>, counts: { waiting?: number; refused?: number } = {}) {
    const scene = await chip(state, counts);
    await status.getByRole('button').click();
    await page.getByRole('button', { name: 'Open sync centre' }).click();
    await expect.element(centre).toBeVisible();
    return scene;
  }

  test('the sync centre names the oldest changes of many, and more of them at a press', async () => {
    await open({ connection: 'offline' }, { waiting: 230 });
    const waiting = centre.getByRole('region', { name: 'Waiting' });
    await expect.element(waiting.getByText(/^On this device only: 230/)).toBeVisible();
    await expect.element(waiting.getByText("New project 'P20'", { exact: true })).toBeInTheDocument();
    expect(waiting.getByRole('listitem').all()).toHaveLength(20);
    await waiting.getByRole('button', { name: 'Show 200 more' }).click();
    await expect.poll(() => waiting.getByRole('listitem').all().length).toBe(220);
    await waiting.getByRole('button', { name: 'Show 10 more' }).click();
    await expect.poll(() => waiting.getByRole('listitem').all().length).toBe(230);
  });
});
