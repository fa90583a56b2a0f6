/** From a word inside of a prompt to its place. */
import type { Page } from '@playwright/test';
import { expect, test } from '../stage/stage.ts';
import { promptContent, registerByRequest, treeItem, workspaceIsOpen } from '../stage/workspace.ts';

const projects = 30;

/** Thirty projects with a long prompt each; one has the words near its end, and in an older version. */
async function openLibrary(page: Page): Promise<void> {
  const send = async (method: string, path: string, data: unknown) => {
    const answer = await page.request.fetch(path, { method, data });
    expect(answer.ok(), `${method} ${path}`).toBe(true);
  };
  const lines = Array.from({ length: 200 }, (_, line) => `Line ${line} of the rules.`).join('\n');
  for (let id = 1; id <= projects; id += 1) {
    await send('POST', '/api/projects', { id, name: `Project ${id}` });
    await send('POST', '/api/prompts', { id, title: `Prompt ${id}`, content: lines, projectId: id });
  }
  const old = `${lines}\nan old albatross`;
  await send('PUT', `/api/prompts/${projects}`, { id: 991, content: old, description: 'First' });
  const content = `${lines}\nThe terminal runs on Linux.\nThe end.`;
  await send('PATCH', `/api/prompts/${projects}/content`, { content });
}

const marks = (page: Page) =>
  page.evaluate(() =>
    ['found-match', 'found-current'].flatMap((name) =>
      [...(CSS.highlights.get(name) ?? [])].map((range) => {
        const text = new Range();
        text.setStart(range.startContainer, range.startOffset);
        text.setEnd(range.endContainer, range.endOffset);
        return text.toString();
      }),
    ),
  );

test('a word inside is found and shown in its place, and its prompt in the sidebar', async ({
  newDevice,
  person,
}) => {
  const { page } = await newDevice();
  await registerByRequest(page, person);
  await openLibrary(page);
  await page.goto('/');
  await workspaceIsOpen(page);
  const box = page.getByRole('combobox', { name: 'Search prompts' });
  const find = page.getByRole('region', { name: 'Find in the text' });
  const row = treeItem(page, `Prompt ${projects}`);
  const text = promptContent(page);

  await test.step('words in any order lead to the text, with both marked and in the find bar', async () => {
    await page.keyboard.press('/');
    await expect(box).toBeFocused();
    await page.keyboard.insertText('linux terminal');
    await expect(page.getByText('Found 1 prompts')).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(find.getByRole('textbox', { name: 'Find' })).toHaveValue('linux|terminal');
    await expect(find.getByRole('status')).toHaveText('1 of 2');
    await expect(text.getByText('The terminal runs on Linux.')).toBeInViewport();
    await expect.poll(() => marks(page)).toEqual(expect.arrayContaining(['terminal', 'Linux']));
    await expect(text).toBeFocused();
  });

  await test.step('its row is in sight, in its project, which was collapsed', async () => {
    await expect(row).toBeInViewport();
    await expect(row).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('a word of an older version opens that version', async () => {
    await page.keyboard.press('Control+Shift+F');
    await expect(box).toBeFocused();
    await page.keyboard.insertText('albatross');
    await expect(page.getByRole('option', { name: /in version 1$/ })).toBeVisible();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    const list = page.getByRole('dialog', { name: 'Search in all prompts' });
    await expect(list.getByText('Found 1 prompts')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(list).toBeHidden();
    await expect(page.locator('.editor-hint')).toHaveText(
      'Editing Version 1 - changes are saved automatically.',
    );
    await expect(find.getByRole('textbox', { name: 'Find' })).toHaveValue('albatross');
    await expect(find.getByRole('status')).toHaveText('1 of 1');
    await expect(text.getByText('an old albatross')).toBeInViewport();
    await expect(box).toHaveValue('');
  });

  await test.step('a row that was scrolled and folded away is shown when its prompt is opened again', async () => {
    await page.getByRole('treeitem', { name: `Project ${projects}` }).click();
    await expect(row).toBeHidden();
    await box.fill('runs on linux');
    await page.getByRole('option', { name: /^Prompt/ }).click();
    await expect(row).toBeInViewport();
    await expect(find.getByRole('textbox', { name: 'Find' })).toHaveValue('runs on linux');
    await expect(find.getByRole('status')).toHaveText('1 of 1');
  });

  await test.step('a text that is shown as Markdown is shown at the match once it is drawn', async () => {
    await page.getByRole('button', { name: 'Switch to View mode' }).click();
    await find.getByRole('button', { name: 'Close the search' }).click();
    await box.fill('Prompt 17');
    await page.getByRole('option', { name: /^Prompt 17/ }).click();
    await expect(page.getByRole('tab', { name: 'Prompt 17', selected: true })).toBeVisible();
    await box.fill('terminal runs');
    await page.getByRole('option', { name: /^Prompt/ }).click();
    await expect(find.getByRole('status')).toHaveText('1 of 1');
    await expect(page.locator('.rendered-text').getByText('The terminal runs on Linux.')).toBeInViewport();
    await expect.poll(() => marks(page)).toContain('terminal runs');
  });
});
