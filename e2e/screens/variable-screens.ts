/** The screens of variables and value sets, and the way to each. */
import { expect, type Page } from '@playwright/test';
import { openPanel, openReviewer, press, type Screen } from './screens.ts';

async function showVariables(page: Page): Promise<void> {
  await openReviewer(page);
  await openPanel(page, 'Variables');
  const panel = page.getByRole('complementary', { name: 'Variables' });
  await expect(panel.getByRole('region', { name: 'Preview' })).toContainText(
    'You are a **careful** reviewer',
  );
}

export const variableScreens: readonly Screen[] = [
  {
    name: 'counts',
    async show(page) {
      await openReviewer(page);
      await page.getByRole('button', { name: /^\d+ words$/ }).click();
      await expect(page.getByRole('row', { name: /^Lines \d+ no change$/ })).toBeVisible();
    },
  },
  { name: 'variables', show: showVariables },
  {
    name: 'how to write variables',
    async show(page) {
      await showVariables(page);
      await press(page, 'How to write variables');
      await expect(page.getByRole('dialog', { name: 'How to write variables' })).toBeVisible();
    },
  },
  {
    name: 'the menu of value sets',
    async show(page) {
      await showVariables(page);
      await press(page, 'Value set actions');
      await expect(page.getByRole('menu', { name: 'Value set actions' })).toBeVisible();
    },
  },
  {
    name: 'Save as Value Set',
    async show(page) {
      await showVariables(page);
      await page.getByRole('textbox', { name: 'language', exact: true }).fill('Rust');
      await press(page, 'Save as a value set');
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Name is required')).toBeVisible();
    },
  },
  {
    // Last: from now on the prompt has a value set.
    name: 'Test table',
    async show(page) {
      await showVariables(page);
      await page.getByRole('textbox', { name: 'language', exact: true }).fill('Python');
      await press(page, 'Save as a value set');
      await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Acme');
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('dialog')).toBeHidden();
      await press(page, 'Test table');
      await expect(page.getByRole('row', { name: /^Filled text/ })).toContainText('Python');
    },
  },
];
