import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { commit } from '../../data/commit/commit.ts';
import { outlineOf, promptOf, uiStateOf } from '../../data/queries/queries.ts';
import { openLibraryScene, row, tabs } from '../open-library-scene.tsx';

const { open, show } = openLibraryScene();

const both = { saved: { open: [11, 12, 13], expanded: [1, 2] } };
const listed = () =>
  page
    .getByRole('treeitem')
    .elements()
    .map((element) => element.getAttribute('aria-label'))
    .filter((name) => name !== 'No prompts yet' && name?.startsWith('Resources') !== true);

async function choose(kind: 'Prompt' | 'Project', name: string, item: string): Promise<void> {
  await row(name).click({ button: 'right' });
  await expect.element(page.getByRole('menu', { name: `${kind} menu of ${name}` })).toBeVisible();
  await page.getByRole('menuitem', { name: item }).click();
}

async function sortBy(item: string): Promise<void> {
  await page.getByRole('button', { name: 'Sort and filter' }).click();
  await page.getByRole('menuitemradio', { name: item }).click();
}

/** Into the upper or lower half of the target. */
const dragTo = (name: string, target: string, y = 4) =>
  userEvent.dragAndDrop(row(name), row(target), { targetPosition: { x: 120, y } });

describe('prompts', () => {
  test('a prompt that is dragged stands where it was let go, also after the page was loaded again', async () => {
    const { library, close } = await open(both);
    await expect.poll(listed).toEqual(['Letters', 'Answer', 'Bid farewell', 'Congratulate', 'Reports']);
    await dragTo('Congratulate', 'Answer');
    const moved = ['Letters', 'Congratulate', 'Answer', 'Bid farewell', 'Reports'];
    await expect.poll(listed).toEqual(moved);
    expect(tabs()).toEqual(['Answer', 'Bid farewell', 'Congratulate']);
    close();
    show(library);
    await expect.poll(listed).toEqual(moved);
  });

  test('a press that does not move opens the prompt, and Escape ends a drag without a move', async () => {
    const { library } = await open(both);
    await row('Bid farewell').click();
    await expect
      .element(page.getByRole('tab', { name: 'Bid farewell' }))
      .toHaveAttribute('aria-selected', 'true');
    const element = row('Congratulate').element();
    const send = (type: string, clientY: number) =>
      element.dispatchEvent(
        new PointerEvent(type, {
          bubbles: true,
          isPrimary: true,
          pointerId: 1,
          pointerType: 'mouse',
          clientX: 99,
          clientY,
        }),
      );
    const { top } = row('Answer').element().getBoundingClientRect();
    send('pointerdown', element.getBoundingClientRect().top);
    send('pointermove', top + 2);
    await expect.element(row('Answer')).toHaveAttribute('data-edge', 'before');
    await userEvent.keyboard('{Escape}');
    await expect.element(row('Answer')).not.toHaveAttribute('data-edge');
    send('pointerup', top + 2);
    expect((await outlineOf(library)).prompts.every(({ position }) => position === undefined)).toBe(true);
  });

  test('a prompt that is dragged onto another project moves there', async () => {
    const { library } = await open(both);
    await dragTo('Answer', 'Reports', 20);
    await expect.poll(listed).toEqual(['Letters', 'Bid farewell', 'Congratulate', 'Reports', 'Answer']);
    expect(await promptOf(library, 11)).toMatchObject({ projectId: 2 });
    await expect.element(page.getByText('Prompt moved')).toBeVisible();
  });

  test('Alt+Shift and an arrow move a prompt, which keeps the focus, and its place is announced', async () => {
    await open(both);
    await row('Answer').click();
    await userEvent.keyboard('{Alt>}{Shift>}{ArrowDown}{/Shift}{/Alt}');
    await expect.poll(listed).toEqual(['Letters', 'Bid farewell', 'Answer', 'Congratulate', 'Reports']);
    await expect.element(row('Answer')).toHaveFocus();
    await expect.element(page.getByText(/Answer.*: place 2 of 3/)).toBeInTheDocument();
    await userEvent.keyboard('{Alt>}{Shift>}{ArrowDown}{ArrowDown}{/Shift}{/Alt}');
    await expect.poll(listed).toEqual(['Letters', 'Bid farewell', 'Congratulate', 'Answer', 'Reports']);
    await expect.element(row('Answer')).toHaveFocus();
    await expect.element(page.getByText(/Answer.*: place 3 of 3/)).toBeInTheDocument();
  });

  test('the menu moves a prompt up and down, as far as there is a way', async () => {
    await open(both);
    await choose('Prompt', 'Bid farewell', 'Move up');
    await expect.poll(listed).toEqual(['Letters', 'Bid farewell', 'Answer', 'Congratulate', 'Reports']);
    await row('Bid farewell').click({ button: 'right' });
    await expect
      .element(page.getByRole('menuitem', { name: 'Move up' }))
      .toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('menuitem', { name: 'Move down' }).click();
    await expect.poll(listed).toEqual(['Letters', 'Answer', 'Bid farewell', 'Congratulate', 'Reports']);
  });

  test('where the list is sorted otherwise, a move asks for the own order first', async () => {
    await open(both);
    await sortBy('Name');
    await dragTo('Congratulate', 'Answer');
    const question = page.getByRole('dialog', { name: 'Sort by manual order?' });
    await expect.element(question).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(question).not.toBeInTheDocument();
    expect(listed()).toEqual(['Letters', 'Answer', 'Bid farewell', 'Congratulate', 'Reports']);
    await dragTo('Congratulate', 'Answer');
    await page.getByRole('button', { name: 'Use manual order' }).click();
    await expect.poll(listed).toEqual(['Letters', 'Congratulate', 'Answer', 'Bid farewell', 'Reports']);
  });
});

test('projects are moved by a drag, with what is in them, and by the menu', async () => {
  await open(both);
  await dragTo('Reports', 'Letters');
  await expect.poll(listed).toEqual(['Reports', 'Letters', 'Answer', 'Bid farewell', 'Congratulate']);
  await choose('Project', 'Reports', 'Move down');
  await expect.poll(listed).toEqual(['Letters', 'Answer', 'Bid farewell', 'Congratulate', 'Reports']);
});

test('sorted by the last edit, the prompt that was edited last comes first, and its project', async () => {
  const { library } = await open(both);
  await commit(library, 'createPrompt', { id: 14, title: 'Draft', content: '', projectId: 2 });
  await commit(library, 'setContent', { id: 12, content: 'Farewell' });
  await expect.element(row('Draft')).toBeVisible();
  await sortBy('Recently edited');
  await expect
    .poll(listed)
    .toEqual(['Letters', 'Bid farewell', 'Congratulate', 'Answer', 'Reports', 'Draft']);
  await commit(library, 'updatePrompt', { id: 14, title: 'Report' });
  await expect
    .poll(listed)
    .toEqual(['Reports', 'Report', 'Letters', 'Bid farewell', 'Congratulate', 'Answer']);
});

describe('tabs', () => {
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });

  test('a tab that is dragged stands where it was let go, and is kept there for the next start', async () => {
    const { library, clock } = await open(both);
    await userEvent.dragAndDrop(tab('Congratulate'), tab('Answer'), { targetPosition: { x: 4, y: 12 } });
    await expect.poll(tabs).toEqual(['Congratulate', 'Answer', 'Bid farewell']);
    await userEvent.dragAndDrop(tab('Congratulate'), tab('Answer'), { targetPosition: { x: 60, y: 12 } });
    await expect.poll(tabs).toEqual(['Answer', 'Congratulate', 'Bid farewell']);
    clock.pass(5_000);
    await expect.poll(() => uiStateOf(library, 'open_prompt_ids')).toEqual([11, 13, 12]);
  });

  test('Ctrl+Shift and an arrow move a tab, which keeps the focus, and its place is announced', async () => {
    await open(both);
    await tab('Answer').click();
    await userEvent.keyboard('{Control>}{Shift>}{ArrowRight}{/Shift}{/Control}');
    await expect.poll(tabs).toEqual(['Bid farewell', 'Answer', 'Congratulate']);
    await expect.element(tab('Answer')).toHaveFocus();
    await expect.element(page.getByText(/Answer.*: place 2 of 3/)).toBeInTheDocument();
  });

  test('the menu of a tab moves it, as far as there is a way', async () => {
    await open(both);
    await tab('Answer').click({ button: 'right' });
    await expect
      .element(page.getByRole('menuitem', { name: 'Move left' }))
      .toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('menuitem', { name: 'Move right' }).click();
    await expect.poll(tabs).toEqual(['Bid farewell', 'Answer', 'Congratulate']);
  });
});
