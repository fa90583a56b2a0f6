import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { commit } from '../../data/commit/commit.ts';
import { changeLoopState } from '../../data/queries/queries.ts';
import { choosePromptItem, fill, online, openLibraryScene, row } from '../open-library-scene.tsx';
import { run } from '../palette/palette-scene.tsx';

const { emptyLibrary, show } = openLibraryScene();

/** The prompt 'Answer' has a version, and another text by now. */
async function edited() {
  const library = await emptyLibrary();
  await fill(library);
  await commit(library, 'setContent', { id: 11, content: 'First answer', base: '' });
  await commit(library, 'saveVersion', { promptId: 11, id: 77, content: 'First answer', description: 'One' });
  await commit(library, 'setContent', { id: 11, content: 'Second answer', base: 'First answer' });
  await changeLoopState(library, online);
  return show(library);
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = page.getByRole('dialog', { name: 'Compare' });

test('a version is compared from the history, and its button has the focus again afterwards', async () => {
  await edited();
  await row('Answer').click();
  await button('Compare version 1 with current').click();
  await expect.element(dialog.getByRole('deletion')).toHaveTextContent('First');
  await expect.element(dialog.getByRole('insertion')).toHaveTextContent('Second');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(button('Compare version 1 with current')).toHaveFocus();
});

test('a comparison goes when a person goes back to another prompt, and does not come again with its own', async () => {
  const { address } = await edited();
  await row('Bid farewell').click();
  await row('Answer').click();
  await button('Edited since version 1').click();
  await page.getByRole('menuitem', { name: 'Compare with version 1' }).click();
  await expect.element(dialog).toBeVisible();
  address.back();
  await expect.element(page.getByRole('tab', { name: 'Bid farewell', selected: true })).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  address.forward();
  await expect.element(page.getByRole('tab', { name: 'Answer', selected: true })).toBeVisible();
  await expect.element(button('Edited since version 1')).toBeVisible();
  expect(dialog.elements()).toEqual([]);
});

const differences = (one: string, other: string) =>
  dialog.getByRole('region', { name: `Differences between ${one} and ${other}`, exact: true });

test('a prompt is compared with another one from its menu', async () => {
  await edited();
  await choosePromptItem('Answer', 'Compare with...');
  await expect.element(dialog.getByRole('combobox', { name: 'Search prompts' })).toHaveFocus();
  await userEvent.keyboard('farewell{Enter}');
  await expect.element(dialog.getByRole('option', { name: 'Current text' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(differences('Answer · Current text', 'Bid farewell · Current text')).toBeVisible();
});

test('the open prompt is compared from the palette', async () => {
  await edited();
  await row('Answer').click();
  await expect.element(page.getByRole('textbox', { name: 'Prompt content' })).toBeVisible();
  await run('Compare with...');
  await expect.element(dialog.getByRole('combobox', { name: 'Search prompts' })).toHaveFocus();
});

test('two selected prompts are compared, and going back ends it', async () => {
  const { address } = await edited();
  await row('Congratulate').click();
  await row('Bid farewell').click();
  await row('Answer').click({ modifiers: ['ControlOrMeta'] });
  await row('Congratulate').click({ modifiers: ['ControlOrMeta'] });
  await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'Compare' }).click();
  await expect.element(differences('Answer · Current text', 'Congratulate · Current text')).toBeVisible();
  address.back();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('a comparison stays where another device deletes one of its prompts, and says so', async () => {
  const { library } = await edited();
  await row('Answer').click();
  await button('Compare version 1 with current').click();
  await expect.element(dialog.getByRole('deletion')).toHaveTextContent('First');
  await commit(library, 'deletePrompt', { id: 11 });
  await expect
    .element(dialog.getByRole('button', { name: 'Second text: Current text Deleted meanwhile' }))
    .toBeVisible();
  await expect.element(dialog.getByRole('deletion')).toHaveTextContent('First');
});
