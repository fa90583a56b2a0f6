/** Tests what is done with rows that are selected together: one question, one notice, one undo. */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { commit } from '../../data/commit/commit.ts';
import type { Library } from '../../data/database/library.ts';
import { outlineOf, promptOf } from '../../data/queries/queries.ts';
import { openLibraryScene, row, tabs } from '../open-library-scene.tsx';

const { open } = openLibraryScene();

const bar = () => page.getByRole('toolbar', { name: 'Selected rows' });
const press = (name: string) => bar().getByRole('button', { name }).click();
/** In the notice: the toolbar of the text has one that shows an icon. */
const undo = () => page.getByText('Undo', { exact: true });
const homes = async (library: Library) =>
  (await outlineOf(library)).prompts.map(({ title, projectId }) => `${title} in ${projectId}`);

/** Selects Answer and Congratulate, which is the last of three. */
async function selectTwo(): Promise<void> {
  await row('Answer').click({ modifiers: ['ControlOrMeta'] });
  await row('Congratulate').click({ modifiers: ['ControlOrMeta'] });
  await expect.element(bar()).toHaveTextContent('2 selected');
}

test('the selected prompts move together, with one notice, and its button brings them back', async () => {
  const { library, toasts } = await open();
  await selectTwo();
  await press('Move to project...');
  await expect.element(page.getByRole('dialog', { name: 'Move 2 prompts' })).toBeVisible();
  await expect.element(page.getByRole('combobox', { name: 'Project' })).toHaveDisplayValue('Reports');
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await expect.poll(() => homes(library)).toEqual(['Answer in 2', 'Bid farewell in 1', 'Congratulate in 2']);
  await expect.poll(() => toasts).toEqual(['2 prompts moved: To "Reports".']);
  await undo().click();
  await expect.poll(() => homes(library)).toEqual(['Answer in 1', 'Bid farewell in 1', 'Congratulate in 1']);
  await expect.poll(() => toasts.at(-1)).toBe('2 changes undone');
});

test('tags are added to the selected prompts and taken from them in one question', async () => {
  const { library } = await open();
  await commit(library, 'setAttributes', { id: 11, addTags: ['old'] });
  await commit(library, 'setAttributes', { id: 12, addTags: ['other'] });
  await selectTwo();
  await press('Tags...');
  await userEvent.fill(page.getByRole('combobox', { name: 'Add to all of them' }), 'mail, german');
  await expect.element(page.getByRole('checkbox', { name: 'other' })).not.toBeInTheDocument();
  await page.getByRole('checkbox', { name: 'old' }).click();
  await page.getByRole('button', { name: 'Change tags' }).click();
  const tagsOf = async (id: number) => (await promptOf(library, id))?.attributes?.tags;
  await expect.poll(() => tagsOf(11)).toEqual(['mail', 'german']);
  expect(await tagsOf(13)).toEqual(['mail', 'german']);
  await undo().click();
  await expect.poll(() => tagsOf(11)).toEqual(['old']);
  expect(await tagsOf(13)).toBeUndefined();
});

test('the selected prompts become favourites at one press, and stay selected', async () => {
  const { library, toasts } = await open();
  await selectTwo();
  await press('Add to favourites');
  await expect.poll(() => toasts).toEqual(['2 prompts added to favourites']);
  expect((await promptOf(library, 13))?.attributes?.favorite).toBe(true);
  await press('Remove from favourites');
  await expect.poll(() => toasts.at(-1)).toBe('2 prompts removed from favourites');
  expect((await promptOf(library, 13))?.attributes).toBeUndefined();
});

test('a label goes to the newest version of each selected prompt that has one', async () => {
  const { library, toasts } = await open();
  await commit(library, 'saveVersion', { promptId: 13, id: 31, content: 'a', description: '' });
  await selectTwo();
  await press('Label...');
  const field = page.getByRole('textbox', { name: 'Label' });
  await userEvent.fill(field, 'not a label');
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await userEvent.fill(field, 'staging');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => toasts).toEqual(['1 label set: "staging" is on the newest version of each now.']);
  expect((await promptOf(library, 13))?.attributes?.labels).toMatchObject([
    { label: 'staging', versionId: 31 },
  ]);
});

test('the selected prompts are deleted after one question, their tabs close, and all of them come back', async () => {
  const { library, toasts } = await open();
  await row('Answer').click();
  await row('Bid farewell').click();
  await selectTwo();
  await press('Delete...');
  const dialog = page.getByRole('alertdialog', { name: 'Delete Prompts' });
  await expect.element(dialog.getByText(/delete 2 prompts/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => homes(library)).toEqual(['Bid farewell in 1']);
  await expect.poll(tabs).toEqual(['Bid farewell']);
  await expect.element(bar()).not.toBeInTheDocument();
  await undo().click();
  await expect.poll(async () => (await homes(library)).length).toBe(3);
  await expect.poll(() => toasts).toEqual(['2 prompts deleted', '2 changes undone']);
});

test('the selected prompts are exported as one file', async () => {
  await open();
  await selectTwo();
  await press('Export…');
  await expect.element(page.getByRole('dialog', { name: 'Export "2 prompts"' })).toBeVisible();
});

test('a write that the browser refuses is told, and nothing is offered to be undone', async () => {
  const { library, toasts } = await open();
  await selectTwo();
  const refuse = () => {
    throw new Error('full');
  };
  library.db.prompts.hook('updating', refuse);
  library.db.prompts.hook('creating', refuse);
  await press('Add to favourites');
  await expect.poll(() => toasts.at(-1)).toMatch(/^Failed to change favourites/);
  await expect.element(undo()).not.toBeInTheDocument();
});
