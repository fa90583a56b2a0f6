/** Opens "Models": the form of the first one, and the list with a test that failed. */
import { expect, type Page } from '@playwright/test';
import type { Screen } from './screens.ts';

/** The page behind it has settings of the same names. */
const models = (page: Page) => page.getByRole('dialog', { name: 'Models' });

async function openModels(page: Page): Promise<void> {
  // Nothing runs on this machine, as far as the page can see.
  await page.route('http://localhost:11434/**', (route) => route.abort('connectionrefused'));
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Models' }).click();
  await expect(models(page)).toBeVisible();
}

export const modelScreens: readonly Screen[] = [
  {
    name: 'models',
    async show(page) {
      await openModels(page);
      const add = page.getByRole('button', { name: 'Add a model' });
      const form = page.getByLabel('Where it runs').last();
      await expect(add.or(form).first()).toBeVisible();
      if (await add.isVisible()) await add.click();
      await form.selectOption('OpenAI');
      await models(page).getByLabel('Model', { exact: true }).fill('gpt-4o');
      await models(page).getByLabel('Name', { exact: true }).click();
      await expect(page.getByLabel('Dollars for a million tokens in')).toHaveValue('2.5');
    },
  },
  {
    name: 'a test of a model',
    async show(page) {
      await openModels(page);
      const test = page.getByRole('button', { name: 'Test', exact: true });
      const form = page.getByLabel('Where it runs').last();
      await expect(test.or(form).first()).toBeVisible();
      if (!(await test.first().isVisible())) {
        await models(page).getByLabel('Model', { exact: true }).fill('llama3.2');
        await page.getByRole('button', { name: 'Add model' }).click();
      }
      await test.first().click();
      await expect(page.getByText('ollama serve')).toBeVisible();
    },
  },
];
