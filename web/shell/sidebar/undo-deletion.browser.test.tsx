/** Tests that a deletion can be taken back from its notice. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Library } from '../../data/database/library.ts';
import { outlineOf } from '../../data/queries/queries.ts';
import { openLibraryScene, row } from '../open-library-scene.tsx';

const { open } = openLibraryScene();

const names = async (library: Library) => {
  const { projects, prompts } = await outlineOf(library);
  return [...projects.map(({ name }) => name), ...prompts.map(({ title }) => title)];
};
const all = ['Letters', 'Reports', 'Answer', 'Bid farewell', 'Congratulate'];

test.each([
  ['prompt', 'Answer', ['Letters', 'Reports', 'Bid farewell', 'Congratulate']],
  ['project', 'Letters', ['Reports']],
] as const)('a %s that was deleted comes back at one press on its notice', async (kind, name, left) => {
  const { library, toasts } = await open({ saved: { open: [11], expanded: [1, 2] } });
  await row(name).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog');
  await expect.element(question.getByText('A copy stays in the Bin for 30 days.')).toBeVisible();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => toasts).toEqual([kind === 'prompt' ? 'Prompt deleted' : 'Project deleted']);
  expect(await names(library)).toEqual(left);
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => names(library)).toEqual(all);
  await expect.poll(() => toasts.at(-1)).toBe('1 change undone');
});
