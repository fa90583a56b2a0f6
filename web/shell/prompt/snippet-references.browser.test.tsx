import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { promptOf } from '../../data/queries/queries.ts';
import { choosePromptItem, tabs } from '../open-library-scene.tsx';
import { dialog, referencesScene, rename } from './snippet-references-scene.tsx';

const { openWithReference } = referencesScene();

test('after a prompt was renamed, the references to it can be updated', async () => {
  const library = await openWithReference();
  await rename('Answer', 'Reply');
  await expect.element(dialog.getByText('1 prompt still uses the old name.')).toBeVisible();
  await expect.element(dialog.getByRole('listitem')).toHaveTextContent('Congratulate');
  await dialog.getByRole('button', { name: 'Update', exact: true }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect((await promptOf(library, 13))?.content).toBe('Dear Ada\n{{> Letters/Reply}}');
});

test('where a prompt is used is listed, and leads there', async () => {
  await openWithReference();
  await choosePromptItem('Answer', 'Used in...');
  await page.getByRole('button', { name: 'Congratulate Letters' }).click();
  await expect.poll(tabs).toEqual(['Congratulate']);
});
