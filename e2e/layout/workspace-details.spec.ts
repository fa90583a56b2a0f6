/** Tests what the specification requires of the workspace and no other test covers. */
import type { Page } from '@playwright/test';
import { openFurnished } from '../stage/furnished.ts';
import { expect, test } from '../stage/stage.ts';
import { openPrompt, promptContent, treeItem } from '../stage/workspace.ts';

// No worker is part of what is tested here.

const desk = { viewport: { width: 1440, height: 900 } };
const history = (page: Page) => page.getByRole('complementary', { name: 'Version History' });

test('each part of the workspace is as the product says', async ({ server, newDevice, person }) => {
  const { page } = await newDevice(desk);
  // One start of the app is all that these need: each step begins where the one before it ended.
  await openFurnished(page, person);

  await test.step('the history is there by default where it fits, the notes are not', async () => {
    await expect(history(page).getByText('With rules')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Hide Version History' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Show Notes' })).toBeVisible();
    await expect(page.getByRole('complementary', { name: 'Notes' })).toBeHidden();
  });

  await test.step('the history is 18rem wide', async () => {
    await expect(history(page)).toBeVisible();
    // A splitter shares its room out in tenths of a per cent.
    expect(Math.abs(((await history(page).boundingBox())?.width ?? 0) - 18 * 16)).toBeLessThan(1);
  });

  await test.step('the hint under the text says what becomes of it', async () => {
    const hint = page.locator('.editor-hint');
    await expect(hint).toHaveText('Editing current version - content is auto-saved as you type.');
    await page.getByRole('button', { name: /^Version 2/ }).click();
    await expect(hint).toHaveText('Editing Version 2 - changes are saved automatically.');
    await page.getByRole('button', { name: 'Switch to View mode' }).click();
    await expect(hint).toHaveText(
      'Viewing rendered Markdown (read-only). Switch to Edit mode to make changes.',
    );
    await page.getByRole('button', { name: 'Switch to Edit mode' }).click();
    await page.getByRole('button', { name: 'Current Version', exact: true }).click();
  });

  await test.step('a tab has the colour of its project, and the open prompt stands out in the tabs and in the sidebar', async () => {
    await openPrompt(page, 'Summary');
    const tab = (name: string) => page.locator('[data-tab]', { has: page.getByRole('tab', { name }) });
    const edgeOfDot = (project: string) =>
      treeItem(page, project).evaluate((row) => getComputedStyle(row, '::after').borderTopColor);
    const edge = await tab('Summary').evaluate((element) => getComputedStyle(element).borderInlineStartColor);
    // The dot is filled with the very colour, or with the one that reads at 3:1 where the fill does not.
    expect(await edgeOfDot('Reviews')).toBe(edge);
    expect(await tab('Summary').evaluate((element) => getComputedStyle(element).borderInlineStartWidth)).toBe(
      '3px',
    );
    const background = (element: Element) => getComputedStyle(element).backgroundColor;
    expect(await tab('Summary').evaluate(background)).not.toBe(
      await tab('Code reviewer').evaluate(background),
    );
    const backgroundOfRow = (name: string) =>
      treeItem(page, name).evaluate((row) => getComputedStyle(row, '::before').backgroundColor);
    expect(await backgroundOfRow('Summary')).not.toBe(await backgroundOfRow('Code reviewer'));
  });

  await test.step('whoever selects a prompt sees its current text', async () => {
    await openPrompt(page, 'Code reviewer');
    await page.getByRole('button', { name: /^Version 1/ }).click();
    await expect(page.getByText('Viewing Version 1', { exact: true })).toBeVisible();
    await openPrompt(page, 'Summary');
    await openPrompt(page, 'Code reviewer');
    await expect(page.getByText('Latest Version: 3', { exact: true })).toBeVisible();
    await expect(promptContent(page)).toContainText('Draft 3');
  });

  await test.step('a prompt without a version has neither the history nor its button', async () => {
    await openPrompt(page, 'Summary');
    await expect(promptContent(page)).toBeVisible();
    await expect(page.getByText('Latest Version: 1.0', { exact: true })).toBeVisible();
    await expect(history(page)).toBeHidden();
    await expect(page.getByRole('button', { name: /Version History$/ })).toBeHidden();
  });

  await test.step('many results scroll within 300 px', async () => {
    const [project] = await (await page.request.get('/api/projects')).json();
    for (let number = 1; number <= 12; number += 1) {
      await page.request.post('/api/prompts', {
        data: { title: `Haystack ${number}`, content: 'needle', projectId: project.id },
        headers: { Origin: server.origin },
      });
    }
    await expect(treeItem(page, 'Haystack 12')).toBeVisible();
    await page.getByRole('combobox', { name: 'Search prompts' }).fill('needle');
    await expect(page.getByText('Found 12 prompts')).toBeVisible();
    const { height, scrolls } = await page.locator('.search-results').evaluate((element) => ({
      height: element.getBoundingClientRect().height,
      scrolls: element.scrollHeight > element.clientHeight,
    }));
    expect(height).toBeLessThanOrEqual(300);
    expect(scrolls).toBe(true);
  });
});
