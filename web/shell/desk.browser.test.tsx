import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { commit } from '../data/commit/commit.ts';
import { openLibraryScene, row } from './open-library-scene.tsx';

const { open, show } = openLibraryScene();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const line = (name: string) => page.getByRole('separator', { name, exact: true });
const panelTab = (name: string) =>
  page.getByRole('tablist', { name: 'Panels' }).getByRole('tab', { name, exact: true });
const panel = (name: string) => page.getByRole('complementary', { name, exact: true });
const text = page.getByRole('textbox', { name: 'Prompt content' });
const projects = page.getByRole('tree');
const widthOf = (element: Element | null | undefined) =>
  Math.round(element?.getBoundingClientRect().width ?? 0);
const sidebarWidth = () => widthOf(document.querySelector('.workspace-sidebar'));
const textWidth = () => widthOf(document.querySelector('.editor-column'));

async function openPrompt() {
  const scene = await open();
  await commit(scene.library, 'saveVersion', {
    promptId: 11,
    id: 21,
    content: 'Dear {{name}}',
    description: 'One',
  });
  await row('Letters').click();
  await row('Answer').click();
  await expect.element(text).toBeVisible();
  return scene;
}

test('the sidebar is hidden and shown by a key and a button, and stays as it was left over a reload', async () => {
  const { library, close } = await openPrompt();
  row('Answer').element().focus();
  await userEvent.keyboard('{Control>}\\{/Control}');
  await expect.element(projects).not.toBeInTheDocument();
  await expect.element(button('Show projects')).toHaveFocus();
  close();
  show(library, { at: '/p/11' });
  await expect.element(button('Show projects')).toBeVisible();
  await expect.element(projects).not.toBeInTheDocument();
  await button('Show projects').click();
  await expect.element(projects).toBeVisible();
});

test('the sidebar is made narrower by the keys of its line, keeps that over a reload, and is as usual by a double click', async () => {
  const { library, close } = await openPrompt();
  const usual = sidebarWidth();
  line('Width of the sidebar').element().focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.poll(sidebarWidth).toBeLessThan(usual - 20);
  const chosen = sidebarWidth();
  close();
  show(library, { at: '/p/11' });
  await expect.poll(sidebarWidth).toBe(chosen);
  await line('Width of the sidebar').dblClick();
  await expect.poll(sidebarWidth).toBe(usual);
});

test('a line is dragged as far as the text has 560 pixels', async () => {
  await openPrompt();
  const from = line('Width of Version History');
  await expect.element(from).toBeVisible();
  await userEvent.dragAndDrop(from, row('Answer'));
  await expect.poll(textWidth).toBe(560);
  await from.dblClick();
  await expect.poll(() => widthOf(panel('Version History').element())).toBe(288);
});

test('panels that find no room beside the text share a column behind tabs, the one asked for in front', async () => {
  await openPrompt();
  await button('Show Variables').click();
  await expect.element(panel('Variables')).toBeVisible();
  await button('Show Notes').click();
  await expect.element(panelTab('Notes')).toHaveAttribute('aria-selected', 'true');
  await expect.element(panel('Notes')).toBeVisible();
  await expect.element(panel('Variables')).not.toBeInTheDocument();
  expect(textWidth()).toBeGreaterThanOrEqual(560);
  await panelTab('Notes').click();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(panel('Variables')).toBeVisible();
  await expect.element(panelTab('Variables')).toHaveFocus();
  // The tool of one that lies behind brings it to the front, and of the one in front closes it.
  await button('Show Notes').click();
  await expect.element(panel('Notes')).toBeVisible();
  await button('Hide Notes').click();
  await expect.element(panel('Variables')).toBeVisible();
  await expect.element(page.getByRole('tablist', { name: 'Panels' })).not.toBeInTheDocument();
});

test('where the column has no room for all tabs, the one that is asked for comes into sight', async () => {
  await page.viewport(1024, 768);
  await openPrompt();
  for (const tool of ['Show Variables', 'Show Settings', 'Try it', 'Show Notes']) await button(tool).click();
  const isInSight = (name: string) => () => {
    const list = page.getByRole('tablist', { name: 'Panels' }).element();
    const [room, tab] = [list, panelTab(name).element()].map((each) => each.getBoundingClientRect());
    return room && tab && list.scrollWidth > room.width && tab.left >= room.left && tab.right <= room.right;
  };
  for (const name of ['Version History', 'Variables']) {
    await button(`Show ${name}`).click();
    await expect.element(panel(name)).toBeVisible();
    await expect.poll(isInSight(name)).toBe(true);
  }
});

test('what was typed in a panel is there when it comes back from behind another', async () => {
  await openPrompt();
  await button('Show Notes').click();
  await page.getByRole('textbox', { name: 'New note' }).fill('half a');
  await button('Show Variables').click();
  await panelTab('Notes').click();
  await expect.element(page.getByRole('textbox', { name: 'New note' })).toHaveValue('half a');
});

test('beside a text the history is 18rem wide and the notes 20rem', async () => {
  await openPrompt();
  await expect.poll(() => widthOf(panel('Version History').element())).toBe(288);
  await button('Hide Version History').click();
  await button('Show Notes').click();
  await expect.poll(() => widthOf(panel('Notes').element())).toBe(320);
});

test('the panels that are open are open after a reload', async () => {
  const { library, close } = await openPrompt();
  await button('Show Notes').click();
  await expect.element(panel('Notes')).toBeVisible();
  close();
  show(library, { at: '/p/11' });
  await expect.element(panel('Notes')).toBeVisible();
  await expect.element(button('Hide Notes')).toBeVisible();
});

test('an arrangement that cannot be read is the usual one', async () => {
  const { library, close } = await openPrompt();
  const usual = sidebarWidth();
  close();
  for (const key of ['sidebar', 'panels', 'panel-widths'])
    localStorage.setItem(key, '{"width":"wide","notes":[7]');
  show(library, { at: '/p/11' });
  await expect.poll(sidebarWidth).toBe(usual);
  await expect.element(panel('Version History')).toBeVisible();
});

test('in fullscreen, which covers the sidebar, its key does nothing', async () => {
  await openPrompt();
  await button('Fullscreen').click();
  await userEvent.keyboard('{Control>}\\{/Control}');
  await button('Exit Fullscreen').first().click();
  await expect.element(projects).toBeVisible();
});
