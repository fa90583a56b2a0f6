import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { commit } from '../../data/commit/commit.ts';
import type { Library } from '../../data/database/library.ts';
import { changeLoopState } from '../../data/queries/queries.ts';
import { addResource } from '../../data/resources/resources.ts';
import { fill, online, openLibraryScene, row, tabs } from '../open-library-scene.tsx';

const { emptyLibrary, open, show } = openLibraryScene();

afterEach(() => void vi.restoreAllMocks());

const tab = (name: string) => page.getByRole('tab', { name, selected: true });
const heading = (name: string) => page.getByRole('heading', { name });
const menuItem = (name: string) => page.getByRole('menuitem', { name });

/** The library of `open`, with a version of its first prompt and a file. */
async function furnished(): Promise<{ library: Library; fileId: number }> {
  const library = await emptyLibrary();
  await fill(library);
  await commit(library, 'setContent', { id: 11, content: 'First answer', base: '' });
  await commit(library, 'saveVersion', { promptId: 11, id: 77, content: 'First answer', description: 'One' });
  await commit(library, 'setContent', { id: 11, content: 'Second answer', base: 'First answer' });
  const file = new File(['# Plan'], 'plan.md');
  const added = await addResource(library, { projectId: 1, file, name: 'plan.md', description: '' });
  if (!added.ok) throw new Error(added.message);
  await changeLoopState(library, online);
  return { library, fileId: added.id };
}

test('the address follows what a person opens, and back and forward open it again', async () => {
  const { address } = await open();
  await row('Answer').click();
  await expect.poll(address.entries).toEqual(['/', '/p/11']);
  await row('Bid farewell').click();
  await expect.poll(address.entries).toEqual(['/', '/p/11', '/p/12']);
  address.back();
  await expect.element(tab('Answer')).toBeVisible();
  address.back();
  await expect.element(heading('No prompt selected')).toBeVisible();
  expect(tabs()).toEqual(['Answer', 'Bid farewell']);
  address.forward();
  await expect.element(tab('Answer')).toBeVisible();
  // A change that no person made is no entry of its own.
  await page.getByRole('button', { name: 'Close Answer' }).click();
  await expect.element(tab('Bid farewell')).toBeVisible();
  expect(address.entries()).toEqual(['/', '/p/12', '/p/12']);
});

test('a start at an address selects its prompt beside what was left open, and one at the root shows the first', async () => {
  const { address } = await open({ saved: { open: [13, 11], expanded: [1] }, at: '/p/12' });
  await expect.element(tab('Bid farewell')).toBeVisible();
  expect(tabs()).toEqual(['Congratulate', 'Answer', 'Bid farewell']);
  expect(address.entries()).toEqual(['/p/12']);
});

test('a start at the root takes the address of what was open', async () => {
  const { address } = await open({ saved: { open: [13, 11], expanded: [1] } });
  await expect.element(tab('Congratulate')).toBeVisible();
  await expect.poll(address.entries).toEqual(['/p/13']);
});

test('a prompt that is not here is said so, the tabs stay, and it opens when it arrives', async () => {
  const { address, library } = await open({ saved: { open: [13, 11], expanded: [1] }, at: '/p/99' });
  await expect.element(heading('This prompt is not here')).toBeVisible();
  await expect.element(page.getByText(/on another device that has not synced yet/)).toBeVisible();
  expect(tabs()).toEqual(['Congratulate', 'Answer']);
  await commit(library, 'createPrompt', { id: 99, title: 'From the train', content: 'x', projectId: 2 });
  await expect.element(tab('From the train')).toBeVisible();
  expect(address.entries()).toEqual(['/p/99']);
  address.follow('/p/98');
  await expect.element(heading('This prompt is not here')).toBeVisible();
  await page.getByRole('button', { name: 'Back to the workspace' }).click();
  await expect.element(tab('From the train')).toBeVisible();
  await expect.poll(address.read).toBe('/p/99');
});

test('a version has an address, by its id or its number; one that is not here leads to the current text', async () => {
  const { library } = await furnished();
  const { address } = show(library, { at: '/p/11?version=1' });
  const text = page.getByRole('textbox', { name: 'Prompt content' });
  await expect.element(text).toHaveTextContent('First answer');
  await expect.poll(address.entries).toEqual(['/p/11?version=77']);
  await page.getByRole('button', { name: 'Current Version', exact: true }).click();
  await expect.element(text).toHaveTextContent('Second answer');
  await page.getByRole('button', { name: 'Version 1', exact: true }).click();
  await expect.poll(address.entries).toEqual(['/p/11?version=77', '/p/11', '/p/11?version=77']);
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await expect.poll(address.entries).toEqual(['/p/11?version=77', '/p/11', '/p/11']);
  address.follow('/p/11?version=9');
  await expect.element(heading('This version is not here')).toBeVisible();
  await page.getByRole('button', { name: 'Open the current text' }).click();
  await expect.element(text).toHaveTextContent('First answer');
  await expect.poll(address.read).toBe('/p/11');
});

test('a file has an address while its preview is open', async () => {
  const { library, fileId } = await furnished();
  const { address } = show(library, { at: `/f/${fileId}` });
  const preview = page.getByRole('dialog', { name: 'plan.md' });
  await expect.element(preview).toBeVisible();
  await preview.getByRole('button', { name: 'Close' }).click();
  await expect.element(preview).not.toBeInTheDocument();
  await expect.poll(address.entries).toEqual([`/f/${fileId}`, '/']);
  address.back();
  await expect.element(preview).toBeVisible();
  address.follow('/f/5');
  await expect.element(heading('This file is not here')).toBeVisible();
});

test('links to prompts, versions and files are copied from their menus', async () => {
  const { library, fileId } = await furnished();
  show(library);
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
  const copyOf = async (name: string) => {
    await page.getByRole('treeitem', { name: new RegExp(`^${name}`) }).click({ button: 'right' });
    await menuItem('Copy link').click();
    await expect.element(menuItem('Copy link')).not.toBeInTheDocument();
  };
  await copyOf('Answer');
  await page
    .getByRole('treeitem', { name: /^Resources/ })
    .first()
    .click();
  await expect.element(page.getByRole('treeitem', { name: /^plan.md/ })).toBeVisible();
  await copyOf('plan.md');
  await row('Answer').click();
  await page.getByRole('button', { name: 'Copy link to version 1' }).click();
  await expect
    .poll(() => copied)
    .toEqual(['/p/11', `/f/${fileId}`, '/p/11?version=77'].map((path) => `https://promptory.example${path}`));
});

test('the shortcuts of the installed app ask for a new prompt and go to the search, and leave no entry', async () => {
  const { address } = await open({ saved: { open: [11], expanded: [1] }, at: '/?act=new-prompt' });
  await expect.element(page.getByRole('dialog', { name: 'Create New Prompt' })).toBeVisible();
  await expect.poll(address.entries).toEqual(['/p/11']);
  await userEvent.keyboard('{Escape}');
  address.follow('/?act=search');
  await expect.element(page.getByRole('combobox', { name: 'Search prompts' })).toHaveFocus();
  await expect.poll(address.read).toBe('/p/11');
});
