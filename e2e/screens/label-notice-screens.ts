/** The notice that another device replaced the move of a label, and the moves that it leads to. */
import { expect, type Page } from '@playwright/test';
import { everythingIsSynced } from '../stage/workspace.ts';
import { openReviewer, type Screen, showVersions } from './screens.ts';

type Placed = { readonly id: number; readonly version: number };

/** Puts a label on version 2 here; another device, which does not know of that, puts it on version 1. */
async function moveOnBoth(page: Page, label: string): Promise<void> {
  await showVersions(page);
  await page.getByRole('button', { name: 'Labels of version 2', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Other...' }).click();
  const dialog = page.getByRole('dialog', { name: 'Labels of Version 2' });
  await dialog.getByRole('textbox', { name: 'New label' }).fill(label);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('checkbox', { name: label })).toBeChecked();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await everythingIsSynced(page);
  const { prompts } = await (await page.request.get('/api/search?q=Code+reviewer')).json();
  const path = `/api/prompts/${prompts[0].id}`;
  const versions: Placed[] = await (await page.request.get(`${path}/versions`)).json();
  const first = versions.find(({ version }) => version === 1)?.id;
  const moved = { label, versionId: first, from: null, device: 'Chrome/140 on Linux' };
  const answer = await page.request.patch(`${path}/attributes`, { data: { labels: [moved] } });
  expect(answer.ok()).toBe(true);
  await expect(page.getByText('Label moved on two devices')).toBeVisible();
}

export const labelNoticeScreens: readonly Screen[] = [
  {
    name: 'a notice of a label that another device moved',
    async show(page) {
      await openReviewer(page);
      await moveOnBoth(page, 'staging');
    },
  },
  {
    name: 'the moves of a label, from the notice',
    async show(page) {
      await openReviewer(page);
      await moveOnBoth(page, 'production');
      await page.getByRole('button', { name: 'Show the moves' }).click();
      const dialog = page.getByRole('dialog', { name: 'Labels of Version 1' });
      await expect(dialog.getByRole('region', { name: 'Moves of labels' })).toContainText(
        'Chrome/140 on Linux',
      );
    },
  },
];
