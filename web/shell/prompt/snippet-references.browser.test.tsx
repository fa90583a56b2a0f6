import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { commit } from '../../data/commit/commit.ts';
import { promptOf } from '../../data/queries/queries.ts';
import { choosePromptItem, openLibraryScene, row, tabs } from '../open-library-scene.tsx';

const { open } = openLibraryScene();

async function rename(prompt: string, title: string): Promise<void> {
  await choosePromptItem(prompt, 'Rename');
  await page.getByRole('textbox', { name: 'Prompt Title' }).fill(title);
  await page.getByRole('button', { name: 'Rename', exact: true }).click();
}

/** "Answer" is inserted by "Congratulate". */
async function openWithReference() {
  const { library } = await open();
  await commit(library, 'setContent', { id: 13, content: 'Dear Ada\n{{> Letters/Answer}}' });
  return library;
}

const dialog = page.getByRole('dialog', { name: 'Update references' });

test('after a prompt was renamed, the references to it can be updated', async () => {
  const library = await openWithReference();
  await rename('Answer', 'Reply');
  await expect.element(dialog.getByText('1 prompt refers to it by the name that it had.')).toBeVisible();
  await expect.element(dialog.getByRole('listitem')).toHaveTextContent('Congratulate');
  await dialog.getByRole('button', { name: 'Update', exact: true }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect((await promptOf(library, 13))?.content).toBe('Dear Ada\n{{> Letters/Reply}}');
});

test('they can be left as they are; and where there is none, nothing is asked', async () => {
  const library = await openWithReference();
  await rename('Answer', 'Reply');
  await dialog.getByRole('button', { name: 'Leave as they are' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect((await promptOf(library, 13))?.content).toBe('Dear Ada\n{{> Letters/Answer}}');
  await rename('Bid farewell', 'Farewell');
  await expect.element(row('Farewell')).toBeVisible();
  await choosePromptItem('Farewell', 'Used in...');
  await expect.element(page.getByText('No prompt refers to it.')).toBeVisible();
  expect(dialog.elements()).toHaveLength(0);
});

test('where a prompt is used is listed, and leads there', async () => {
  await openWithReference();
  await choosePromptItem('Answer', 'Used in...');
  await page.getByRole('button', { name: 'Congratulate Letters' }).click();
  await expect.poll(tabs).toEqual(['Congratulate']);
});
