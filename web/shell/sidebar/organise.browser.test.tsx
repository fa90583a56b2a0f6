import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { commit } from '../../data/commit/commit.ts';
import type { Library } from '../../data/database/library.ts';
import { outlineOf, promptOf } from '../../data/queries/queries.ts';
import { choosePromptItem, openLibraryScene, row, tabs } from '../open-library-scene.tsx';

const { open } = openLibraryScene();

async function filterBy(item: string): Promise<void> {
  await page.getByRole('button', { name: 'Sort and filter' }).click();
  await page.getByRole('menuitemcheckbox', { name: item }).click();
  await userEvent.keyboard('{Escape}');
}

async function sortBy(item: string): Promise<void> {
  await page.getByRole('button', { name: 'Sort and filter' }).click();
  await page.getByRole('menuitemradio', { name: item }).click();
}

const listed = () =>
  page
    .getByRole('treeitem')
    .elements()
    .map((element) => element.getAttribute('aria-label'));
const titlesIn = async (library: Library, projectId: number) =>
  (await outlineOf(library)).prompts
    .filter((prompt) => prompt.projectId === projectId)
    .map(({ title }) => title);

test('a prompt is duplicated with its text, tags and values, and the copy is open', async () => {
  const { library } = await open();
  await commit(library, 'setContent', { id: 11, content: 'Dear {name}' });
  const values = [{ id: 7, name: 'Acme', values: { name: 'Ada' } }];
  const labels = [{ label: 'production', versionId: 1, from: null, device: '' }];
  await commit(library, 'setAttributes', { id: 11, addTags: ['mail'], valueSets: values, labels });
  await choosePromptItem('Answer', 'Duplicate');
  await expect
    .element(page.getByRole('tab', { name: 'Answer (copy)' }))
    .toHaveAttribute('aria-selected', 'true');
  const made = (await outlineOf(library)).prompts.find(({ title }) => title === 'Answer (copy)');
  expect(await promptOf(library, made?.id ?? 0)).toMatchObject({
    content: 'Dear {name}',
    attributes: { tags: ['mail'], valueSets: values },
  });
  expect((await promptOf(library, made?.id ?? 0))?.attributes).not.toHaveProperty('labels');
});

test('a prompt moves to the project that is chosen, and stays open', async () => {
  const { library } = await open();
  await row('Bid farewell').click();
  await choosePromptItem('Bid farewell', 'Move to project...');
  await expect.element(page.getByRole('dialog', { name: 'Move prompt' })).toBeVisible();
  await expect.element(page.getByRole('combobox', { name: 'Project' })).toHaveDisplayValue('Reports');
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await expect.poll(() => titlesIn(library, 2)).toEqual(['Bid farewell']);
  expect(await titlesIn(library, 1)).toEqual(['Answer', 'Congratulate']);
  expect(tabs()).toEqual(['Bid farewell']);
});

describe('favourites and tags', () => {
  test('favourites are marked, listed alone, and listed with the others again', async () => {
    await open();
    await choosePromptItem('Congratulate', 'Add to favourites');
    await expect.element(row('Congratulate, favourite')).toBeVisible();
    await filterBy('Favourites');
    await expect.poll(listed).toEqual(['Letters', 'Congratulate, favourite']);
    await expect.element(page.getByText(/^Favourites: 1 prompt/)).toBeVisible();
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.element(row('Answer')).toBeVisible();
    await choosePromptItem('Congratulate', 'Remove from favourites');
    await expect.element(row('Congratulate')).toBeVisible();
  });

  test('tags are added by keys, several at once, taken away, and the sidebar lists by them', async () => {
    const { library } = await open();
    await choosePromptItem('Answer', 'Tags...');
    const field = page.getByRole('combobox', { name: 'New tag' });
    await expect.element(field).toHaveFocus();
    await userEvent.keyboard('mail, german{Enter}');
    await expect.element(page.getByRole('button', { name: 'Remove tag german' })).toBeVisible();
    await expect.element(field).toHaveValue('');
    await page.getByRole('button', { name: 'Remove tag german' }).click();
    await expect.element(page.getByRole('button', { name: 'Remove tag german' })).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Done' }).click();
    expect((await promptOf(library, 11))?.attributes?.tags).toEqual(['mail']);
    await filterBy('#mail');
    await expect.poll(listed).toEqual(['Letters', 'Answer']);
  });

  test('the list is filtered by several tags at once, and its head says by which and in which order', async () => {
    const { library } = await open();
    await commit(library, 'setAttributes', { id: 11, addTags: ['mail', 'german'] });
    await commit(library, 'setAttributes', { id: 12, addTags: ['mail'] });
    await expect.element(page.getByText('All prompts · in manual order')).toBeVisible();
    await page.getByRole('button', { name: 'Sort and filter' }).click();
    await page.getByRole('menuitemcheckbox', { name: '#mail' }).click();
    await page.getByRole('menuitemcheckbox', { name: '#german' }).click();
    await page.getByRole('menuitemradio', { name: 'Name' }).click();
    await expect.poll(listed).toEqual(['Letters', 'Answer']);
    await expect.element(page.getByText('#mail #german: 1 prompt · by title')).toBeVisible();
  });

  test('a tag beside the title of a prompt lists the prompts that have it', async () => {
    const { library } = await open();
    await commit(library, 'setAttributes', { id: 11, addTags: ['mail'] });
    await row('Answer').click();
    await page.getByRole('button', { name: 'Show prompts with the tag mail' }).click();
    await expect.poll(listed).toEqual(['Letters', 'Answer']);
  });

  test('the sidebar offers every tag to list by, also where there are many', async () => {
    const { library } = await open();
    const tags = Array.from({ length: 45 }, (_, index) => `tag ${index}`);
    await commit(library, 'setAttributes', { id: 11, addTags: tags });
    await filterBy('#tag 44');
    await expect.poll(listed).toEqual(['Letters', 'Answer']);
  });

  test('a tag that is too long is refused in words, and what was typed stays', async () => {
    await open();
    await choosePromptItem('Answer', 'Tags...');
    await userEvent.keyboard(`${'x'.repeat(51)}{Enter}`);
    await expect.element(page.getByText('A tag has up to 50 characters.')).toBeVisible();
    await expect.element(page.getByRole('combobox', { name: 'New tag' })).toHaveValue('x'.repeat(51));
  });
});

test('the sidebar is sorted by name and by the date of creation', async () => {
  const { library } = await open();
  await commit(library, 'createProject', { id: 3, name: 'Archive', color: 'red' });
  await sortBy('Name');
  await expect
    .poll(() => listed().filter((name) => name === 'Archive' || name === 'Letters'))
    .toEqual(['Archive', 'Letters']);
  await sortBy('Date created');
  await expect
    .poll(() => listed().filter((name) => name === 'Archive' || name === 'Letters'))
    .toEqual(['Letters', 'Archive']);
});
