import { afterEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Drawn, draw } from '../../ui/testing/drawn.tsx';
import { Sidebar } from './sidebar.tsx';
import { createdAt, focused, nothing, outline, row, sidebarScene } from './sidebar-scene.tsx';
import { wholeTree } from './tree-view.ts';

const open = sidebarScene();
let drawn: Drawn | undefined;
afterEach(() => drawn?.close());

describe('the tree for a screen reader', () => {
  test('the tree exposes level, place, state and the selected row', async () => {
    open();
    await expect.element(row('Letters')).toHaveAttribute('aria-expanded', 'true');
    await expect.element(row('Letters')).toHaveAttribute('aria-level', '1');
    await expect.element(row('Letters')).toHaveAttribute('aria-current', 'true');
    await expect.element(row('Reports')).toHaveAttribute('aria-expanded', 'false');
    await expect.element(row('Reports')).toHaveAttribute('aria-posinset', '2');
    await expect.element(row('Bid farewell')).toHaveAttribute('aria-level', '2');
    await expect.element(row('Bid farewell')).toHaveAttribute('aria-selected', 'true');
    await expect.element(row('Answer a complaint')).toHaveAttribute('aria-selected', 'false');
    await expect.element(row('Answer a complaint')).toHaveAttribute('aria-setsize', '2');
    await expect.element(page.getByRole('tree', { name: 'Projects' })).toBeVisible();
  });
});

describe('the keyboard', () => {
  test('the keyboard comes to the open prompt first, and goes from row to row', async () => {
    open();
    await expect.element(row('Bid farewell')).toHaveAttribute('tabindex', '0');
    for (let stop = 0; stop < 5; stop += 1) await userEvent.tab();
    expect(focused()).toBe('Bid farewell');
    await userEvent.keyboard('{ArrowDown}');
    expect(focused()).toBe('Reports');
    await userEvent.keyboard('{Home}');
    expect(focused()).toBe('Letters');
    await userEvent.keyboard('{End}{ArrowUp}{ArrowUp}');
    expect(focused()).toBe('Answer a complaint');
    await userEvent.keyboard('{ArrowLeft}');
    expect(focused()).toBe('Letters');
  });

  test('the keyboard expands, collapses, selects and opens', async () => {
    const { calls } = open();
    await row('Bid farewell').click();
    await userEvent.keyboard('{End}{ArrowRight}');
    await expect.element(row('No prompts yet')).toBeVisible();
    await userEvent.keyboard('{ArrowRight}');
    expect(focused()).toBe('No prompts yet');
    await userEvent.keyboard('{Enter}{ArrowLeft}{ArrowLeft}');
    await expect.element(row('No prompts yet')).not.toBeInTheDocument();
    await userEvent.keyboard(' {ArrowUp}{Enter}');
    expect(calls).toEqual(['open 12', 'toggle 2', 'toggle 2', 'select 2', 'open 12']);
  });

  test('the keyboard renames with F2, deletes with Delete, and finds by what is typed', async () => {
    const { calls } = open();
    await row('Bid farewell').click();
    await userEvent.keyboard('ans');
    expect(focused()).toBe('Answer a complaint');
    await userEvent.keyboard('{F2}{Delete}');
    expect(calls).toEqual(['open 12', 'rename 11', 'delete 11']);
  });

  test('the keyboard keeps the focus where the row that had it is taken away', async () => {
    const { calls } = open();
    await row('Answer a complaint').click();
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    await expect.element(row('Answer a complaint')).not.toBeInTheDocument();
    expect(focused()).toBe('Letters');
    expect(calls).toEqual(['open 11', 'toggle 1']);
  });
});

describe('the menu of a row', () => {
  test.each(['its button', 'a key'])(
    'the menu of a row opens by %s, acts, and gives the focus back',
    async (how) => {
      const { calls } = open();
      await row('Letters').click();
      await row('Letters').click();
      if (how === 'a key') await userEvent.keyboard('{ContextMenu}');
      else await page.getByRole('button', { name: 'Project menu of Letters' }).click();
      await expect.element(page.getByRole('menu', { name: 'Project menu of Letters' })).toBeVisible();
      await page.getByRole('menuitem', { name: 'New Prompt' }).click();
      await expect.poll(() => calls.at(-1)).toBe('new prompt in 1');
      await expect.poll(() => focused()).toMatch(/Letters$/);
    },
  );

  test.each(['{ContextMenu}', '{Shift>}{F10}{/Shift}'])(
    'by %s the menu of a row opens with its first item highlighted, each time and after a press too',
    async (keys) => {
      const { calls } = open();
      for (const name of ['Letters', 'Letters', 'Reports']) {
        await row(name).click();
        for (let times = 0; times < 2; times += 1) {
          await userEvent.keyboard(keys);
          const menu = page.getByRole('menu', { name: `Project menu of ${name}` });
          await expect.element(menu).toHaveFocus();
          const first = menu.getByRole('menuitem', { name: 'New Prompt' });
          await expect.element(first).toHaveAttribute('data-highlighted');
          await userEvent.keyboard('{Escape}');
          await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
          await expect.poll(() => focused()).toBe(name);
        }
      }
      await userEvent.keyboard(keys);
      await expect.element(page.getByRole('menu')).toHaveFocus();
      await userEvent.keyboard('{Enter}');
      await expect.poll(() => calls.at(-1)).toBe('new prompt in 2');
    },
  );

  test('the menu of a project offers a new prompt in it, to rename and to delete it', async () => {
    const { calls } = open();
    const choose = async (item: string) => {
      await row('Reports').click({ button: 'right' });
      await expect.element(page.getByRole('menu', { name: 'Project menu of Reports' })).toBeVisible();
      const items = page.getByRole('menuitem').elements();
      expect(items.map(({ textContent }) => textContent)).toEqual([
        'New Prompt',
        'Collapse all others',
        'Export…',
        'Move up',
        'Move down',
        'Rename',
        'Delete',
      ]);
      await page.getByRole('menuitem', { name: item }).click();
      await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
    };
    await choose('New Prompt');
    await choose('Rename');
    await choose('Delete');
    await expect.poll(() => calls).toEqual(['new prompt in 2', 'rename 2', 'delete 2']);
  });

  test('the menu of a prompt offers to rename and to delete', async () => {
    const { calls } = open();
    await row('Bid farewell').click({ button: 'right' });
    const items = page.getByRole('menuitem');
    await expect.element(items.nth(1)).toBeVisible();
    expect(items.elements().map((item) => item.textContent)).toEqual([
      'Select',
      'Copy link',
      'Add to favourites',
      'Tags...',
      'Duplicate',
      'Compare with...',
      'Move to project...',
      'Used in...',
      'Use in code...',
      'Link to read...',
      'Export…',
      'Move up',
      'Move down',
      'Rename',
      'Delete',
    ]);
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect.poll(() => calls.at(-1)).toBe('delete 12');
  });
});

describe('the pointer', () => {
  test('the pointer toggles a project by its name and selects it by its own button', async () => {
    const { calls } = open();
    await row('Reports').click();
    await page.getByRole('button', { name: 'Select project Reports' }).click();
    await page.getByRole('button', { name: 'Collapse project Reports' }).click();
    expect(calls).toEqual(['toggle 2', 'select 2', 'toggle 2']);
  });
});

test('a prompt with a conflict to review says so, and another one does not', async () => {
  open(undefined, { conflicts: new Set([12]) });
  await expect.element(row('Bid farewell')).toHaveAccessibleDescription('A conflict waits for your review');
  await expect.element(row('Answer a complaint')).toHaveAccessibleDescription('');
});

test('the actions of a folder stay in sight beside a long count in the narrowest sidebar', async () => {
  const folder = { count: 12_000, expanded: true, files: [] };
  const { drawn } = open(undefined, { folders: new Map([[1, folder]]), width: '200px' });
  const menu = page.getByRole('button', { name: 'Resources menu of Letters' });
  await expect.element(menu).toBeVisible();
  const sidebar = drawn.element.getBoundingClientRect();
  expect(menu.element().getBoundingClientRect().right).toBeLessThanOrEqual(sidebar.right);
});

describe('what stands there instead of a tree', () => {
  test('placeholders stand in place of the tree while projects are read', async () => {
    drawn = draw(
      <Sidebar
        outline={undefined}
        libraryMenu={null}
        selection={{ project: null, prompt: null, file: null }}
        expandedProjectIds={[]}
        folders={new Map()}
        conflicts={undefined}
        view={wholeTree}
        edited={undefined}
        bulk={{ underWay: null, onStop() {}, onAct() {} }}
        acts={nothing}
      />,
    );
    await expect.element(page.getByRole('status', { name: 'Loading projects' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'New Prompt' })).not.toBeInTheDocument();
  });

  test('an invitation stands in place of the tree where there is no project', async () => {
    const { calls } = open({ projects: [], prompts: [] });
    await expect.element(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible();
    await expect.element(page.getByText('Create your first project to get started.')).toBeVisible();
    await page.getByRole('button', { name: 'New Project' }).nth(1).click();
    expect(calls).toEqual(['new project']);
  });
});

test('the tree draws of ten thousand prompts only the rows in sight, and End goes to the last', async () => {
  const prompts = Array.from({ length: 10_000 }, (_, index) => ({
    id: 1000 + index,
    title: `Prompt ${index}`,
    createdAt,
    projectId: 1,
  }));
  open({ ...outline, prompts });
  await row('Prompt 0').click();
  expect(page.getByRole('treeitem').elements().length).toBeLessThan(60);
  await userEvent.keyboard('{End}{ArrowUp}');
  await expect.poll(() => focused()).toBe('Prompt 9999');
  await expect.element(row('Prompt 9999')).toBeInViewport();
});
