import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { commit } from '../../data/commit/commit.ts';
import { row, tabs } from '../open-library-scene.tsx';
import { field, openPalette, paletteScene, run, tab, text } from './palette-scene.tsx';

const { opened, show } = paletteScene();

const option = (name: RegExp) => page.getByRole('option', { name });

/** The key that opens the palette, and no more than the work that the browser does before the next key. */
async function pressedOnce(): Promise<void> {
  const key = { key: 'k', ctrlKey: true, bubbles: true, cancelable: true };
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', key));
  await Promise.resolve();
}

describe('keys that follow at once', () => {
  test('before the palette is loaded keys are typed into its field, and Enter chooses once it is there', async () => {
    await opened();
    await text().click();
    await pressedOnce();
    expect(document.activeElement).toHaveAccessibleName('Command, prompt, project, version or file');
    await userEvent.keyboard('congratulate{Enter}');
    await expect.element(tab('Congratulate')).toHaveAttribute('aria-selected', 'true');
    await expect.element(text()).toHaveFocus();
    await tab('Answer').click();
    await expect.element(text()).not.toHaveTextContent('congratulate');
  });

  test('the field has the focus before the next key, and keeps what is typed into it', async () => {
    await opened();
    await text().click();
    await openPalette();
    await userEvent.keyboard('{Escape}');
    await expect.element(field()).not.toBeInTheDocument();
    await expect.element(text()).toHaveFocus();
    await pressedOnce();
    expect(document.activeElement).toBe(field().element());
    await userEvent.keyboard('bid fare');
    await expect.element(field()).toHaveValue('bid fare');
  });

  test('Escape leaves before the palette is loaded, and the focus is where it was', async () => {
    await opened();
    await text().click();
    await pressedOnce();
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await expect.element(text()).toHaveFocus();
    await openPalette();
    await expect.element(field()).toHaveValue('');
  });
});

describe('jumping', () => {
  test('a prompt is opened by its title, and its text has the focus', async () => {
    await opened();
    await run('congratulate');
    await expect.element(tab('Congratulate')).toHaveAttribute('aria-selected', 'true');
    await expect.element(text()).toHaveFocus();
  });

  test('a project is selected, and its row in the sidebar has the focus', async () => {
    await opened();
    await run('reports');
    await expect.element(row('Reports')).toHaveAttribute('aria-current', 'true');
    await expect.element(row('Reports')).toHaveFocus();
  });

  test('a version of the open prompt is opened by its number', async () => {
    const { library } = await opened();
    await commit(library, 'saveVersion', { promptId: 11, id: 51, content: 'Old', description: 'First' });
    await run('version 1');
    await expect.element(page.getByText('Viewing Version 1')).toBeVisible();
  });

  test('a version is found by its description and by its label', async () => {
    const { library } = await opened();
    for (const [id, description] of [
      [51, 'For the newsletter'],
      [52, ''],
    ] as const) {
      await commit(library, 'saveVersion', { promptId: 11, id, content: `Old ${id}`, description });
    }
    const label = { label: 'staging', versionId: 52, from: null, device: '' };
    await commit(library, 'setAttributes', { id: 11, labels: [label] });
    await openPalette();
    await userEvent.keyboard('staging');
    await expect.element(option(/^Version 2 staging/)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await openPalette();
    await userEvent.keyboard('newsletter{Enter}');
    await expect.element(page.getByText('Viewing Version 1')).toBeVisible();
  });

  test('a label is put on a version by a command, and a notice of a move elsewhere leads to its moves', async () => {
    const { library } = await opened();
    await commit(library, 'saveVersion', { promptId: 11, id: 51, content: 'One', description: '' });
    await commit(library, 'saveVersion', { promptId: 11, id: 52, content: 'Two', description: '' });
    await openPalette();
    await userEvent.keyboard('production 1');
    await expect.element(option(/^Put "production" on Version 1/)).toHaveAttribute('aria-selected', 'true');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('"production" is on Version 1 now.')).toBeVisible();
    await run('Labels of versions');
    const dialog = page.getByRole('dialog', { name: 'Labels of Version 2' });
    await expect.element(dialog.getByRole('checkbox', { name: 'production on Version 1' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Done' }).click();
    const moved = { promptId: 11, versionId: 51, version: 1, device: 'Phone' };
    await library.db.notices.add({
      at: '',
      kind: 'labelReplaced',
      title: 'production',
      other: 'Answer',
      moved,
    });
    await page.getByRole('button', { name: 'Show the moves' }).click();
    const other = page.getByRole('dialog', { name: 'Labels of Version 1' });
    await expect.element(other.getByRole('region', { name: 'Moves of labels' })).toBeVisible();
  });

  test('the prompts opened last come first, without the one that is open', async () => {
    await opened();
    await row('Bid farewell').click();
    await row('Congratulate').click();
    await openPalette();
    await expect.element(option(/^Bid farewell/)).toHaveAttribute('aria-posinset', '1');
    await expect.element(option(/^Answer/)).toHaveAttribute('aria-posinset', '2');
    await expect.element(option(/^Congratulate/)).not.toBeInTheDocument();
  });
});

describe('commands', () => {
  test('a dialog that a command opens gives the focus back to where it was before the palette', async () => {
    await opened();
    await text().click();
    await run('rename prompt');
    await expect.element(page.getByRole('dialog', { name: 'Rename Prompt' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(text()).toHaveFocus();
  });

  test('what is not possible now is absent', async () => {
    await opened({ saved: { open: [11], expanded: [1] } });
    await openPalette();
    await userEvent.keyboard('tab');
    await expect.element(option(/^Close tab/)).toBeVisible();
    for (const name of [/^Next tab/, /^Close other tabs/, /^Reopen closed tab/]) {
      await expect.element(option(name)).not.toBeInTheDocument();
    }
  });

  test('commands of the editor and of the tabs are done', async () => {
    await opened();
    await run('switch to view mode');
    await expect.element(page.getByRole('button', { name: 'Switch to Edit mode' })).toBeVisible();
    await run('next tab');
    await expect.element(tab('Bid farewell')).toHaveAttribute('aria-selected', 'true');
    await run('close tabs to the right');
    await expect.poll(tabs).toEqual(['Answer', 'Bid farewell']);
    await run('close other tabs');
    await expect.poll(tabs).toEqual(['Bid farewell']);
    await run('show notes');
    await expect.element(page.getByRole('button', { name: 'Hide Notes' })).toBeVisible();
  });

  test('the open text is compared with the newest version, and its edits discarded', async () => {
    const { library } = await opened();
    await commit(library, 'saveVersion', { promptId: 11, id: 51, content: 'Old', description: 'First' });
    await text().click();
    await userEvent.keyboard('New words');
    await expect.element(page.getByText('Edited since version 1')).toBeVisible();
    await run('compare with the newest version');
    await expect.element(page.getByRole('dialog', { name: /compare/i })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await run('discard edits');
    await expect.element(text()).toHaveTextContent('Old');
  });

  test('the search has the focus after its command', async () => {
    await opened();
    await run('search prompts');
    await expect.element(page.getByRole('combobox', { name: 'Search prompts' })).toHaveFocus();
  });

  test('the palette opens from the account menu, and gives the focus back to its button', async () => {
    await opened();
    await page.getByRole('button', { name: /^Account menu/ }).click();
    await page.getByRole('menuitem', { name: 'Command palette' }).click();
    await expect.element(field()).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('button', { name: /^Account menu/ })).toHaveFocus();
  });

  test('no palette opens over a dialog that has to be answered', async () => {
    await opened();
    await run('new project');
    await expect.element(page.getByRole('dialog', { name: 'Create New Project' })).toBeVisible();
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });
});

describe('closed tabs', () => {
  test('closed tabs are reopened newest first, from the palette and from the menu of a tab', async () => {
    await opened();
    await page.getByRole('button', { name: 'Close Answer' }).click();
    await page.getByRole('button', { name: 'Close Congratulate' }).click();
    await run('reopen closed tab');
    await expect.element(tab('Congratulate')).toHaveAttribute('aria-selected', 'true');
    await tab('Bid farewell').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Reopen closed tab' }).click();
    await expect.poll(tabs).toEqual(['Bid farewell', 'Congratulate', 'Answer']);
  });

  test('a closed tab is reopened after the page was loaded again; a prompt that is gone is left out', async () => {
    const { library, close } = await opened();
    await page.getByRole('button', { name: 'Close Answer' }).click();
    await page.getByRole('button', { name: 'Close Congratulate' }).click();
    await expect.poll(tabs).toEqual(['Bid farewell']);
    await commit(library, 'deletePrompt', { id: 13 });
    await expect.element(row('Congratulate')).not.toBeInTheDocument();
    await commit(library, 'setUiState', { stateKey: 'open_prompt_ids', stateValue: [12] });
    close();
    show(library);
    await expect.element(tab('Bid farewell')).toBeVisible();
    await run('reopen closed tab');
    await expect.poll(tabs).toEqual(['Bid farewell', 'Answer']);
  });
});

describe('the question mark', () => {
  test('the question mark shows the shortcuts, and is typed where there is a text', async () => {
    await opened();
    await text().click();
    await userEvent.keyboard('?');
    await expect.element(text()).toHaveTextContent('?');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await row('Answer').click();
    await userEvent.keyboard('?');
    await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(row('Answer')).toHaveFocus();
  });
});
