/** Tests what becomes of files that are dropped on the window. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { changeLoopState } from '../../data/queries/queries.ts';
import { resourcesOf } from '../../data/resources/resources.ts';
import { online, openLibraryScene, row } from '../open-library-scene.tsx';

const { open, emptyLibrary, show } = openLibraryScene();

const note = () => page.getByText('Drop the files here');
const importDialog = () => page.getByRole('dialog', { name: 'Import', exact: true });
const main = () => page.getByRole('main').element();

async function openAtRest() {
  const scene = await open();
  await expect.element(row('Reports')).toBeVisible();
  return scene;
}
const markdown = new File(['# Welcome'], 'Welcome.md', { type: 'text/markdown' });
const picture = new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'map.svg', { type: 'image/svg+xml' });

/** Returns what the browser would do with the files itself. */
function send(type: 'dragover' | 'drop', where: Element, ...files: File[]): boolean {
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  return where.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
}

test('a prompt that is dropped opens the import with it, and while it is dragged the page says so', async () => {
  await open({ saved: { open: [11], expanded: [1] } });
  const text = page.getByRole('textbox', { name: 'Prompt content' });
  await expect.element(text).toBeVisible();
  for (const where of [main(), text.element()]) {
    expect(send('dragover', where, markdown)).toBe(false);
    await expect.element(note()).toBeVisible();
    document.dispatchEvent(new DragEvent('dragleave'));
    await expect.element(note()).not.toBeInTheDocument();
  }
  send('dragover', text.element(), markdown);
  expect(send('drop', text.element(), markdown)).toBe(false);
  await expect.element(note()).not.toBeInTheDocument();
  await expect.element(importDialog().getByText('Welcome.md')).toBeVisible();
  await expect.element(importDialog().getByRole('button', { name: 'Import 1' })).toBeEnabled();
});

test('another file goes into the resources of the selected project', async () => {
  const { library, toasts } = await open();
  await row('Reports').click();
  send('dragover', main(), picture);
  await expect.element(page.getByText('Other files go into the resources of "Reports".')).toBeVisible();
  send('drop', main(), picture);
  await expect.poll(() => toasts).toEqual(['Resource uploaded: "map.svg" has been added.']);
  expect((await resourcesOf(library, 2)).map(({ resource }) => resource.name)).toEqual(['map.svg']);
});

test('another file waits for a project that is selected', async () => {
  const library = await emptyLibrary();
  await changeLoopState(library, online);
  const { toasts } = show(library);
  await expect.element(page.getByText('No projects yet')).toBeVisible();
  send('dragover', main(), picture);
  await expect.element(page.getByText('Other files need a project that is selected.')).toBeVisible();
  send('drop', main(), picture);
  await expect
    .poll(() => toasts)
    .toEqual(['Select a project first: "map.svg" goes into the resources of a project.']);
});

test('a row of the sidebar keeps its own drop, and a dialog that is open lets nothing be dropped', async () => {
  await openAtRest();
  send('dragover', row('Reports').element(), markdown);
  await expect.element(note()).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'New Project' }).click();
  const asked = page.getByRole('dialog', { name: 'Create New Project' });
  await expect.element(asked).toBeVisible();
  expect(send('dragover', asked.element(), markdown)).toBe(false);
  expect(send('drop', asked.element(), markdown)).toBe(false);
  await expect.element(note()).not.toBeInTheDocument();
  await expect.element(importDialog()).not.toBeInTheDocument();
});
