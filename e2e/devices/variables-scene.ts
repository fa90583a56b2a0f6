import type { Page } from '@playwright/test';
import { openPanel } from '../screens/screens.ts';
import { expect } from '../stage/stage.ts';

export const letter = {
  project: 'Letters',
  title: 'Invitation',
  content: 'Dear {name}, come to {{place | default: London}} on {{day}}.',
};

export async function variablesOf(page: Page) {
  await openPanel(page, 'Variables');
  const panel = page.getByRole('complementary', { name: 'Variables' });
  await expect(panel.getByRole('textbox', { name: 'name', exact: true })).toBeVisible();
  return {
    panel,
    field: (name: string) => panel.getByRole('textbox', { name, exact: true }),
    preview: panel.getByRole('region', { name: 'Preview' }),
    set: panel.getByRole('combobox', { name: 'Value set' }),
    async newSet(name: string): Promise<void> {
      await panel.getByRole('button', { name: 'Value set actions' }).click();
      await page.getByRole('menuitem', { name: 'New value set' }).click();
      await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(name);
      await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
      await expect(page.getByRole('dialog')).toBeHidden();
    },
  };
}
