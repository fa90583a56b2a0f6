/** Prints a text: all of it is there, on light pages, without the app around it. */
import type { Page } from '@playwright/test';
import { openWithPrompt } from '../stage/furnished.ts';
import { expect, test } from '../stage/stage.ts';
import { promptContent } from '../stage/workspace.ts';

const content = Array.from({ length: 400 }, (_, at) => `Paragraph ${at + 1} of the text.`).join('\n\n');

/** Counts the pages that the browser's own print has. */
async function printedPages(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'A4' });
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}

async function expectTextAlone(page: Page, last: ReturnType<Page['getByText']>): Promise<void> {
  expect(await printedPages(page)).toBeGreaterThan(8);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('navigation')).toBeHidden();
  await expect(page.getByRole('toolbar').first()).toBeHidden();
  await expect(last).toBeVisible();
  const { end, height } = await last.evaluate((element) => ({
    end: element.getBoundingClientRect().bottom + scrollY,
    height: document.documentElement.scrollHeight,
  }));
  expect(end).toBeGreaterThan(5_000);
  expect(end).toBeLessThanOrEqual(height);
  await expect(page.locator('html')).toHaveClass(/light/);
  await page.emulateMedia({ media: null });
  await expect(page.locator('html')).toHaveClass(/dark/);
  await expect(page.getByRole('banner')).toBeVisible();
}

test('a print has the whole text on many light pages and nothing else, in edit and in view mode', async ({
  newDevice,
  person,
}) => {
  const { page } = await newDevice();
  await openWithPrompt(page, person, { project: 'Letters', title: 'Long', content });
  await expect(promptContent(page)).toBeVisible();
  await expectTextAlone(page, page.getByText('Paragraph 400 of the text.'));
  await page.getByRole('button', { name: 'Switch to View mode' }).click();
  const last = page.getByRole('paragraph').filter({ hasText: 'Paragraph 400 of the text.' });
  await expect(last).toBeAttached();
  await expectTextAlone(page, last);
});
