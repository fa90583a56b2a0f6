/** The chip turns red by itself where something waits for a minute although the server answers. */
import { expect, test } from '../stage/stage.ts';
import {
  createProject,
  createPrompt,
  everythingIsSynced,
  openPrompt,
  signUp,
  syncNow,
  syncStatus,
  textOf,
  typeAtEnd,
  workspaceIsOpen,
} from '../stage/workspace.ts';

// No worker is part of what is tested here.

const minute = 60_000;

test('a change that gets no result for a minute from a server that answers needs attention, and goes once it can', async ({
  newDevice,
  person,
}) => {
  const { page, context } = await newDevice();
  await page.clock.install();
  await signUp(page, person);
  await createProject(page, 'Notes');
  await createPrompt(page, 'Draft');
  await everythingIsSynced(page);

  // It answers in order, as one of ours, and says nothing about what was sent.
  let asked = 0;
  await context.route(/\/api\/sync\/push/, async (route) => {
    asked += 1;
    await route.fulfill({
      status: 200,
      headers: { 'X-Promptory': '1', 'Content-Type': 'application/json' },
      body: '{"seq": 1, "results": []}',
    });
  });
  await typeAtEnd(page, 'Kept in any case');
  await expect(syncStatus(page)).toHaveText(/^Server trouble, \d+ waiting$/);
  expect(asked).toBeGreaterThan(0);

  await page.clock.fastForward(minute);
  await expect(syncStatus(page)).toHaveText('Needs attention');
  await expect(syncStatus(page).locator('[data-tone="danger"]')).toBeVisible();
  await syncStatus(page).getByRole('button').click();
  await expect(page.getByRole('dialog', { name: 'Sync' })).toContainText('waited for more than a minute');
  await page.keyboard.press('Escape');
  // It is so after a start as well.
  await page.reload();
  await workspaceIsOpen(page);
  await expect(syncStatus(page)).toHaveText('Needs attention');

  await context.unroute(/\/api\/sync\/push/);
  await syncNow(page);
  await everythingIsSynced(page);
  await openPrompt(page, 'Draft');
  expect(await textOf(page)).toBe('Kept in any case');
});
