import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { limits } from '#shared/model/limits.ts';
import { initialLoopState } from '#shared/sync/status.ts';
import type { Change } from '#shared/sync/wire.ts';
import { commit } from '../data/commit/commit.ts';
import { applyPull } from '../data/feed/apply-pull.ts';
import { changeLoopState, uiStateOf } from '../data/queries/queries.ts';
import { projectChange, promptChange } from '../data/testing/server-rows-scene.ts';
import { fill, online, openLibraryScene, row, tabs } from './open-library-scene.tsx';

const { emptyLibrary, open, show } = openLibraryScene();

describe('the start', () => {
  test('the start waits for the first round on a new device, and then shows what was open on another one', async () => {
    const opened = await emptyLibrary();
    show(opened);
    await expect.element(page.getByText('Loading workspace...')).toBeVisible();
    await fill(opened);
    await commit(opened, 'setUiState', { stateKey: 'open_prompt_ids', stateValue: [13] });
    await expect.element(page.getByText('Loading workspace...')).toBeVisible();
    await changeLoopState(opened, online);
    await expect.element(page.getByRole('tab', { name: 'Congratulate' })).toBeVisible();
  });

  test('the start shows a first fill from its first page on, and at its end what was open on another device', async () => {
    const opened = await emptyLibrary();
    const { library, clock } = show(opened);
    const asked = { allowRemovals: false };
    const page1 = { cursor: 'e.2', more: true, changes: [projectChange(), promptChange({ title: 'First' })] };
    await applyPull(library, page1, { ...asked, fill: { upTo: 4, received: 2, of: 4 } });
    await row('First').click();
    await expect.element(page.getByRole('tab', { name: 'First' })).toBeVisible();
    await expect.element(page.getByRole('status', { name: 'Sync status' })).toHaveTextContent('2 of 4');
    const ids = { id: 'open_prompt_ids', row: { stateKey: 'open_prompt_ids', stateValue: [2] } };
    const changes: Change[] = [
      promptChange({ id: 2, title: 'Second' }),
      { type: 'uiState', seq: 4, rev: 1, ...ids },
    ];
    await applyPull(
      library,
      { cursor: 'e.4', more: false, changes },
      { ...asked, fill: { upTo: 4, received: 4, of: 4 } },
    );
    await changeLoopState(library, online);
    // The outline rests after the first page, for four seconds at most.
    clock.pass(4_000);
    await expect.element(page.getByRole('tab', { name: 'Second' })).toBeVisible();
    expect(tabs()).toEqual(['Second', 'First']);
    await expect.element(page.getByRole('tab', { name: 'First' })).toHaveAttribute('aria-selected', 'true');
    await expect.element(page.getByRole('status', { name: 'Sync status' })).toHaveTextContent('Synced');
  });

  test('the start does not wait for a server that cannot be reached', async () => {
    const opened = await emptyLibrary();
    await changeLoopState(opened, { ...initialLoopState, connection: 'offline' });
    show(opened);
    await expect.element(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible();
  });

  test('a start without anything saved selects and expands the first project, and no prompt', async () => {
    await open();
    await expect.element(row('Letters')).toHaveAttribute('aria-expanded', 'true');
    await expect.element(row('Letters')).toHaveAttribute('aria-current', 'true');
    await expect.element(page.getByText('No prompts open')).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'No prompt selected' })).toBeVisible();
  });

  test('the start opens what was left open, the first of it selected, and drops what is gone', async () => {
    await open({ saved: { open: [13, 99, 11], expanded: [2] } });
    await expect
      .element(page.getByRole('tab', { name: 'Congratulate' }))
      .toHaveAttribute('aria-selected', 'true');
    expect(tabs()).toEqual(['Congratulate', 'Answer']);
    await expect.element(row('Letters')).toHaveAttribute('aria-expanded', 'false');
    await expect.element(row('Reports')).toHaveAttribute('aria-expanded', 'true');
    await expect.element(page.getByRole('textbox', { name: 'Prompt content' })).toBeVisible();
  });
});

describe('the open prompt in the sidebar', () => {
  test('a tab, the palette and the tab of the same prompt once more reveal its row, and a person may collapse it', async () => {
    await open({ saved: { open: [13, 11], expanded: [2] } });
    await expect.element(row('Letters')).toHaveAttribute('aria-expanded', 'false');
    await page.getByRole('tab', { name: 'Answer' }).click();
    await expect.element(row('Answer')).toHaveAttribute('aria-selected', 'true');
    await row('Letters').click();
    await expect.element(row('Letters')).toHaveAttribute('aria-expanded', 'false');
    await page.getByRole('tab', { name: 'Answer' }).click();
    await expect.element(row('Answer')).toBeVisible();
    await row('Letters').click();
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
    await userEvent.keyboard('Bid farewell{Enter}');
    await expect.element(row('Bid farewell')).toHaveAttribute('aria-selected', 'true');
  });
});

describe('a click on a prompt in the sidebar', () => {
  test('a click on a prompt in the sidebar selects it and opens it in a tab, and another click goes on to the next one', async () => {
    const { library } = await open();
    await commit(library, 'setContent', { id: 12, content: 'Fare thee well', base: '' });
    await row('Answer').click();
    await row('Bid farewell').click();
    const tab = page.getByRole('tab', { name: 'Bid farewell' });
    await expect.element(tab).toHaveAttribute('aria-selected', 'true');
    await expect.element(row('Bid farewell')).toHaveAttribute('aria-selected', 'true');
    await expect.element(row('Answer')).toHaveAttribute('aria-selected', 'false');
    expect(tabs()).toEqual(['Answer', 'Bid farewell']);
    await expect
      .element(page.getByRole('textbox', { name: 'Prompt content' }))
      .toHaveTextContent('Fare thee well');
    await row('Answer').click();
    await expect.element(page.getByRole('tab', { name: 'Answer' })).toHaveAttribute('aria-selected', 'true');
    expect(tabs()).toEqual(['Answer', 'Bid farewell']);
  });
});

describe('what is open and expanded', () => {
  test('the state of the workspace is saved for the next start after a second, and not at the start itself', async () => {
    const { library, clock } = await open({ saved: { open: [11], expanded: [1] } });
    await expect.element(page.getByRole('tab', { name: 'Answer' })).toBeVisible();
    clock.pass(limits.uiStateDebounceMs);
    const before = await library.db.outbox.count();
    await row('Bid farewell').click();
    await row('Reports').click();
    clock.pass(limits.uiStateDebounceMs - 1);
    expect(await uiStateOf(library, 'open_prompt_ids')).toEqual([11]);
    clock.pass(1);
    await expect.poll(() => uiStateOf(library, 'open_prompt_ids')).toEqual([11, 12]);
    await expect.poll(() => uiStateOf(library, 'expanded_project_ids')).toEqual([1, 2]);
    expect(await library.db.outbox.count()).toBeGreaterThanOrEqual(before);
  });

  test('the last expanded project stays expanded, and a notice says why', async () => {
    const { toasts } = await open();
    await row('Letters').click();
    await expect
      .poll(() => toasts.at(-1))
      .toBe('Cannot collapse project: At least one project must remain expanded');
    await expect.element(row('Letters')).toHaveAttribute('aria-expanded', 'true');
  });
});

describe('deleting', () => {
  test('deleting an open prompt closes its tab, and the focus stays in the tree', async () => {
    await open({ saved: { open: [11, 12], expanded: [1] } });
    await row('Answer').click();
    await userEvent.keyboard('{Delete}');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.element(row('Answer')).not.toBeInTheDocument();
    await expect.poll(tabs).toEqual(['Bid farewell']);
    await expect.element(row('Bid farewell')).toHaveFocus();
  });

  test('a prompt deleted elsewhere closes nothing here', async () => {
    const { library } = await open({ saved: { open: [11, 12], expanded: [1] } });
    await expect.element(row('Answer')).toBeVisible();
    await commit(library, 'deletePrompt', { id: 11 });
    await expect.element(row('Answer')).not.toBeInTheDocument();
    expect(tabs()).toEqual(['Answer', 'Bid farewell']);
  });

  test('deleting the selected project takes the New Prompt button with it', async () => {
    await open({ saved: { open: [11], expanded: [1] } });
    await expect.element(page.getByRole('button', { name: 'New Prompt' })).toBeVisible();
    await page.getByRole('button', { name: 'Project menu of Letters' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.element(row('Letters')).not.toBeInTheDocument();
    await expect.element(row('Reports')).toHaveAttribute('aria-expanded', 'true');
    expect(tabs()).toEqual([]);
    expect(page.getByRole('navigation').getByRole('button', { name: 'New Prompt' }).elements()).toEqual([]);
  });
});

describe('on a narrow screen', () => {
  test('the sidebar comes over the page, and goes with Escape or when a prompt is opened', async () => {
    await page.viewport(390, 844);
    await open();
    const button = page.getByRole('button', { name: /(Show|Hide) projects/ }).first();
    await expect.element(row('Answer')).not.toBeInTheDocument();
    await button.click();
    await expect.element(row('Answer')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'New Project' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(row('Answer')).not.toBeInTheDocument();
    await expect.element(button).toHaveFocus();
    await button.click();
    await row('Answer').click();
    await expect.element(page.getByRole('tab', { name: 'Answer' })).toBeVisible();
    await expect.element(row('Answer')).not.toBeInTheDocument();
  });
});
