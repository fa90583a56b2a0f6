import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { commit } from '../../data/commit/commit.ts';
import { changeLoopState } from '../../data/queries/queries.ts';
import { fill, online, openLibraryScene, row } from '../open-library-scene.tsx';

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
