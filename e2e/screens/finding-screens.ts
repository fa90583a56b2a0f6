/** What is found in a text without a model, and the way to it. */
import { expect } from '@playwright/test';
import { promptContent } from '../stage/workspace.ts';
import { paletteField } from './palette-screens.ts';
import { openReviewer, type Screen } from './screens.ts';

export const findingScreens: readonly Screen[] = [
  {
    name: 'the findings of a text',
    async show(page) {
      await openReviewer(page);
      await page.keyboard.press('Control+k');
      await paletteField(page).fill('farew');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('tab', { name: 'Farewell', selected: true })).toBeVisible();
      await promptContent(page).focus();
      await page.keyboard.press('Control+End');
      await page.keyboard.insertText(' {{a_b}} {{a b}} {{> Letters/Nobody}}');
      await page.getByRole('button', { name: /^\P{L}*\d+\P{L}* findings/u }).click();
      await expect(page.getByRole('list', { name: 'Findings' })).toBeVisible();
    },
  },
];
