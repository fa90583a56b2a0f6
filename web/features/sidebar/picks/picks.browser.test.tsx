/** Tests that rows of the sidebar are selected together by keys, by the mouse and by a finger. */
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Outline } from '../../../data/rows/outline.ts';
import { createdAt, focused, outline, row, sidebarScene } from '../sidebar-scene.tsx';
import type { Folders } from '../tree-rows.ts';

const openSidebar = sidebarScene();

/** Three prompts in Letters, one in Reports. */
const library: Outline = {
  ...outline,
  prompts: [
    ...outline.prompts,
    { id: 13, title: 'Congratulate', createdAt, projectId: 1, favorite: true },
    { id: 21, title: 'Quarter', createdAt, projectId: 2 },
  ],
};
const selected = () =>
  page
    .getByRole('treeitem', { selected: true })
    .elements()
    .map((element) => element.getAttribute('aria-label'));
const bar = () => page.getByRole('toolbar', { name: 'Selected rows' });
const act = (name: string) => bar().getByRole('button', { name });

function tap(name: string): void {
  const element = row(name).element();
  const finger = { bubbles: true, cancelable: true, pointerType: 'touch', pointerId: 5, isPrimary: true };
  element.dispatchEvent(new PointerEvent('pointerdown', finger));
  element.dispatchEvent(new PointerEvent('pointerup', finger));
  element.dispatchEvent(new PointerEvent('click', finger));
}

describe('the mouse', () => {
  test('Ctrl and a click select a row and take it out again, and open nothing', async () => {
    const { calls } = openSidebar(library);
    await row('Answer a complaint').click({ modifiers: ['Control'] });
    await row('Congratulate, favourite').click({ modifiers: ['Control'] });
    await expect.poll(selected).toEqual(['Answer a complaint', 'Congratulate, favourite']);
    await expect.element(bar()).toHaveTextContent('2 selected');
    await row('Answer a complaint').click({ modifiers: ['Control'] });
    await expect.poll(selected).toEqual(['Congratulate, favourite']);
    await expect.element(row('Bid farewell')).toHaveAttribute('aria-current', 'true');
    expect(calls).toEqual([]);
  });

  test('Shift and a click select all from the row that was pressed before', async () => {
    openSidebar(library);
    await row('Answer a complaint').click();
    await row('Congratulate, favourite').click({ modifiers: ['Shift'] });
    await expect.poll(selected).toEqual(['Answer a complaint', 'Bid farewell', 'Congratulate, favourite']);
    await row('Bid farewell').click({ modifiers: ['Shift'] });
    await expect.poll(selected).toEqual(['Answer a complaint', 'Bid farewell']);
  });

  test('a plain click opens its row and ends the selection; folding a project does not', async () => {
    const { calls } = openSidebar(library);
    await row('Answer a complaint').click({ modifiers: ['Control'] });
    await row('Reports').click();
    await row('Quarter').click({ modifiers: ['Control'] });
    await expect.poll(selected).toEqual(['Answer a complaint', 'Quarter']);
    await row('Letters').click();
    await expect.element(bar()).toHaveTextContent('1 selected');
    await row('Quarter').click();
    await expect.element(bar()).not.toBeInTheDocument();
    expect(calls).toEqual(['toggle 2', 'toggle 1', 'open 21']);
  });

  test('Alt and a click on a project collapse all others, and so does its menu', async () => {
    const { calls } = openSidebar(library);
    await row('Reports').click({ modifiers: ['Alt'] });
    await expect.element(row('Letters')).toHaveAttribute('aria-expanded', 'false');
    await expect.element(row('Quarter')).toBeVisible();
    await row('Letters').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Collapse all others' }).click();
    await expect.poll(() => calls).toEqual(['alone 2', 'alone 1']);
  });
});

describe('the keyboard', () => {
  test('Shift and arrows select rows on the way, Ctrl and A all of the project, Escape none', async () => {
    const { calls } = openSidebar(library);
    await row('Answer a complaint').click();
    await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    await expect.poll(selected).toEqual(['Answer a complaint', 'Bid farewell', 'Congratulate, favourite']);
    await userEvent.keyboard('{Shift>}{ArrowUp}{/Shift}');
    await expect.poll(selected).toEqual(['Answer a complaint', 'Bid farewell']);
    expect(focused()).toBe('Bid farewell');
    await userEvent.keyboard('{Control>}a{/Control}');
    await expect.element(bar()).toHaveTextContent('3 selected');
    await expect.element(page.getByRole('status').filter({ hasText: '3 selected' })).toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await expect.element(bar()).not.toBeInTheDocument();
    expect(focused()).toBe('Bid farewell');
    expect(calls).toEqual(['open 11']);
  });

  test('Ctrl and the space bar select rows one by one, and Delete asks about all of them', async () => {
    const { calls } = openSidebar(library);
    await row('Answer a complaint').click();
    await userEvent.keyboard('{Control>} {/Control}{ArrowDown}{ArrowDown}{Control>} {/Control}');
    await expect.poll(selected).toEqual(['Answer a complaint', 'Congratulate, favourite']);
    await userEvent.keyboard('{Delete}{ArrowUp}{Delete}');
    expect(calls).toEqual(['open 11', 'delete 11,13', 'delete 12']);
  });

  test('the bar is left and its buttons are reached by keys', async () => {
    const { calls } = openSidebar(library);
    await row('Answer a complaint').click({ modifiers: ['Control'] });
    act('End selection').element().focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(act('Move to project...')).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}{Enter}{ArrowLeft}{ArrowLeft}{ArrowLeft}{Enter}');
    expect(calls).toEqual(['tags 11', 'delete 11']);
    await userEvent.keyboard('{Escape}');
    await expect.element(bar()).not.toBeInTheDocument();
    await expect.poll(focused).toBe('Answer a complaint');
  });
});

test('a finger selects by the menu of a row, and by taps from then on', async () => {
  const { calls } = openSidebar(library);
  await row('Answer a complaint').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Select' }).click();
  await expect.poll(selected).toEqual(['Answer a complaint']);
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  tap('Bid farewell');
  await expect.poll(selected).toEqual(['Answer a complaint', 'Bid farewell']);
  tap('Answer a complaint');
  await expect.poll(selected).toEqual(['Bid farewell']);
  tap('Bid farewell');
  await expect.element(bar()).not.toBeInTheDocument();
  tap('Bid farewell');
  await expect.poll(() => calls).toEqual(['open 12']);
});

test('the bar offers what fits: favourites the way back, two prompts to be compared, files to be deleted alone', async () => {
  const resource = { id: 31, name: 'plan.md', projectId: 1, fileType: 'text/markdown', fileSize: 12 };
  const files = [{ resource, here: true, upload: null }] as never;
  const folders: Folders = new Map([[1, { count: 1, expanded: true, files }]]);
  const { calls } = openSidebar(library, { folders });
  const names = () =>
    bar()
      .getByRole('button')
      .elements()
      .map((button) => button.getAttribute('aria-label'));
  await row('Congratulate, favourite').click({ modifiers: ['Control'] });
  await expect
    .poll(names)
    .toEqual([
      'End selection',
      'Move to project...',
      'Tags...',
      'Remove from favourites',
      'Label...',
      'Export…',
      'Delete...',
    ]);
  await row('Bid farewell').click({ modifiers: ['Control'] });
  await expect.poll(names).toContain('Add to favourites');
  await act('Compare').click();
  await row('Answer a complaint').click({ modifiers: ['Control'] });
  await expect.poll(names).not.toContain('Compare');
  await page.getByRole('treeitem', { name: /^plan/ }).click({ modifiers: ['Control'] });
  await expect.poll(names).toEqual(['End selection', 'Delete...']);
  await act('Delete...').click();
  expect(calls).toEqual(['compare 12,13', 'delete 31']);
});

test('a project stays in sight while its prompts scroll, and tells how many they are', async () => {
  const many = Array.from({ length: 200 }, (_, index) => ({
    id: 1000 + index,
    title: `Prompt ${index}`,
    createdAt,
    projectId: 1,
  }));
  openSidebar({ ...library, prompts: many });
  await expect.element(row('Letters')).toHaveAttribute('aria-description', '200 prompts');
  const count = row('Letters').element().querySelector('.tree-count') ?? document.body;
  expect(getComputedStyle(count, '::before').content).toBe('"200"');
  expect(count.getAttribute('data-count')).toBe('200');
  await row('Prompt 0').click();
  await userEvent.keyboard('{PageDown}{PageDown}{PageDown}{PageDown}{PageUp}{PageUp}');
  await expect.poll(focused).toBe('Prompt 20');
  const top = page.getByRole('tree').element().parentElement?.getBoundingClientRect().top ?? 0;
  const placeOf = (name: string) => row(name).element().getBoundingClientRect();
  await expect.poll(() => Math.round(placeOf('Letters').top - top)).toBe(0);
  // The row with the focus is not below the project.
  expect(placeOf('Prompt 20').top).toBeGreaterThanOrEqual(placeOf('Letters').bottom - 1);
  await row('Letters').click();
  await expect.poll(() => Math.round(placeOf('Letters').top - top)).toBe(0);
  await expect.element(row('Reports')).toBeInViewport();
});
