import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { promptOf } from '../../data/queries/queries.ts';
import { choosePromptItem, row } from '../open-library-scene.tsx';
import { dialog, referencesScene, rename } from './snippet-references-scene.tsx';

const { openWithReference } = referencesScene();

test('they can be left as they are; and where there is none, nothing is asked', async () => {
  const library = await openWithReference();
  await rename('Answer', 'Reply');
  await dialog.getByRole('button', { name: 'Leave as they are' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect((await promptOf(library, 13))?.content).toBe('Dear Ada\n{{> Letters/Answer}}');
  await rename('Bid farewell', 'Farewell');
  await expect.element(row('Farewell')).toBeVisible();
  await choosePromptItem('Farewell', 'Used in...');
  await expect.element(page.getByText('No prompt uses this one.')).toBeVisible();
  expect(dialog.elements()).toHaveLength(0);
});
