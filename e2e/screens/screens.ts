/** Every screen, dialog, menu and popover that a person can have before them, and the way to each. */

import { expect, type Page } from '@playwright/test';
import { longTag } from '../stage/furnished.ts';
import { promptContent, syncStatus, treeItem } from '../stage/workspace.ts';

export type Screen = { readonly name: string; show(page: Page): Promise<void> };

/** On narrow screens the projects lie in a drawer. */
export async function showProjects(page: Page): Promise<void> {
  const show = page.getByRole('button', { name: 'Show projects' });
  if (await show.isVisible()) await show.click();
}

export async function openReviewer(page: Page): Promise<void> {
  await expect(page.getByRole('tab', { name: 'Code reviewer', selected: true })).toBeVisible();
  // The view is remembered for each prompt, and the screen before may have been the rendered one.
  const rendered = page.getByText('Viewing rendered Markdown');
  await expect(promptContent(page).or(rendered).first()).toBeVisible();
  if (await rendered.isVisible()) await pressTool(page, 'Switch to Edit mode');
  await expect(promptContent(page)).toBeVisible();
}

export async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).first().click();
}

/** Presses a tool of the editor, which waits behind one more where there is no room for all of them. */
export async function pressTool(page: Page, name: string): Promise<void> {
  const more = page.getByRole('button', { name: 'More tools', exact: true, expanded: false });
  const tool = page.getByRole('button', { name, exact: true });
  await expect(tool.or(more).first()).toBeVisible();
  if ((await tool.count()) === 0) await more.click();
  await tool.click();
}

/** Opens a panel beside the text, unless a screen before left it open. */
export async function openPanel(page: Page, name: string): Promise<void> {
  const button = (what: string) => page.getByRole('button', { name: what, exact: true });
  const hide = button(`Hide ${name}`);
  await expect(
    hide
      .or(button(`Show ${name}`))
      .or(button('More tools'))
      .first(),
  ).toBeVisible();
  if (!(await hide.isVisible())) await pressTool(page, `Show ${name}`);
}

export async function showVersions(page: Page): Promise<void> {
  await openReviewer(page);
  const heading = page.getByRole('heading', { name: 'Version History' });
  await openPanel(page, 'Version History');
  await expect(heading).toBeVisible();
  await expect(page.getByText('With rules')).toBeVisible();
}

async function showNotes(page: Page): Promise<void> {
  await openReviewer(page);
  await openPanel(page, 'Notes');
  await expect(page.getByText('Ask Grace about the table.')).toBeVisible();
}

async function rowMenu(page: Page, menu: string): Promise<void> {
  await showProjects(page);
  await treeItem(page, menu.replace(/^\w+ menu of /, '')).hover();
  await page.getByRole('button', { name: menu, exact: true }).click();
  await expect(page.getByRole('menu', { name: menu })).toBeVisible();
}

export async function fromRowMenu(page: Page, menu: string, item: string): Promise<void> {
  await rowMenu(page, menu);
  await page.getByRole('menuitem', { name: item, exact: true }).click();
  await expect(anyDialog(page)).toBeVisible();
}

export function anyDialog(page: Page) {
  return page.getByRole('dialog').or(page.getByRole('alertdialog')).first();
}

export async function expectToast(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('region', { name: /^Notifications/ }).getByText(title)).toBeVisible();
}

export const workspaceScreens: readonly Screen[] = [
  {
    name: 'projects and prompts',
    async show(page) {
      await showProjects(page);
      await expect(treeItem(page, 'Code reviewer')).toBeVisible();
    },
  },
  {
    name: 'search results',
    async show(page) {
      await page.getByRole('combobox', { name: 'Search prompts' }).fill('review');
      await expect(page.getByText('Found 1 prompts')).toBeVisible();
      await page.keyboard.press('ArrowDown');
      await expect(page.getByRole('option', { selected: true })).toBeVisible();
    },
  },
  {
    name: 'all results of a search',
    async show(page) {
      await page.getByRole('combobox', { name: 'Search prompts' }).fill('review');
      await expect(page.getByText('Found 1 prompts')).toBeVisible();
      await page.getByRole('option', { name: 'All results…' }).click();
      const list = page.getByRole('dialog', { name: 'Search in all prompts' });
      await expect(list.getByRole('listbox').getByRole('option')).toBeVisible();
    },
  },
  {
    name: 'search without a result',
    async show(page) {
      await page.getByRole('combobox', { name: 'Search prompts' }).fill('zzz');
      await expect(page.getByText('Found 0 prompts')).toBeVisible();
    },
  },
  {
    name: 'the sync popover',
    async show(page) {
      await syncStatus(page).getByRole('button').click();
      await expect(page.getByRole('dialog', { name: 'Sync' })).toBeVisible();
    },
  },
  {
    name: 'the account menu',
    async show(page) {
      await page.getByRole('button', { name: /^Account menu/ }).click();
      await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
    },
  },
  {
    name: 'the theme menu',
    async show(page) {
      await press(page, 'Choose theme');
      await expect(page.getByRole('menuitemradio', { name: 'System' })).toBeVisible();
    },
  },
  { name: "a project's menu", show: (page) => rowMenu(page, 'Project menu of Reviews') },
  { name: "a prompt's menu", show: (page) => rowMenu(page, 'Prompt menu of Summary') },
  {
    name: 'a notice',
    async show(page) {
      await showProjects(page);
      await page.getByRole('button', { name: 'Collapse project Reviews' }).click();
      await expectToast(page, 'Cannot collapse project');
    },
  },
  // The last one: a tab that is closed stays closed.
  {
    name: 'no prompt selected',
    async show(page) {
      await openReviewer(page);
      await press(page, 'Close Code reviewer');
      await expect(page.getByText('No prompt selected')).toBeVisible();
    },
  },
];

export const promptScreens: readonly Screen[] = [
  { name: 'a prompt', show: openReviewer },
  {
    name: 'view mode',
    async show(page) {
      await openReviewer(page);
      await press(page, 'Switch to View mode');
      await expect(page.getByRole('heading', { name: 'Rules' })).toBeVisible();
    },
  },
  { name: 'notes', show: showNotes },
  { name: 'versions', show: showVersions },
  {
    name: 'versions, in selection mode',
    async show(page) {
      await showVersions(page);
      await press(page, 'Select');
      await page.getByRole('checkbox', { name: 'Version 2' }).press('Space');
      await expect(page.getByRole('checkbox', { name: 'Version 2' })).toBeChecked();
    },
  },
  {
    name: 'an old version',
    async show(page) {
      await showVersions(page);
      await press(page, 'Version 1');
      await expect(page.getByText('Viewing Version 1')).toBeVisible();
    },
  },
  {
    name: 'fullscreen',
    async show(page) {
      await openReviewer(page);
      await pressTool(page, 'Fullscreen');
      await expect(page.getByRole('dialog', { name: 'Fullscreen editor' })).toBeVisible();
    },
  },
  {
    name: 'fullscreen with notes and versions',
    async show(page) {
      await showVersions(page);
      await openPanel(page, 'Notes');
      await expect(page.getByText('Ask Grace about the table.')).toBeVisible();
      await pressTool(page, 'Fullscreen');
      await expect(page.getByRole('dialog', { name: 'Fullscreen editor' })).toBeVisible();
    },
  },
];

export const dialogScreens: readonly Screen[] = [
  {
    name: 'Create New Project',
    async show(page) {
      await showProjects(page);
      await press(page, 'New Project');
      await expect(page.getByRole('dialog', { name: 'Create New Project' })).toBeVisible();
    },
  },
  {
    name: 'Create New Prompt, refused',
    async show(page) {
      await press(page, 'Add prompt');
      await page.getByRole('button', { name: 'Create Prompt' }).click();
      await expect(page.getByText('Prompt title is required')).toBeVisible();
    },
  },
  { name: 'Rename Project', show: (page) => fromRowMenu(page, 'Project menu of Reviews', 'Rename') },
  { name: 'Rename Prompt', show: (page) => fromRowMenu(page, 'Prompt menu of Summary', 'Rename') },
  {
    name: 'Move prompt',
    show: (page) => fromRowMenu(page, 'Prompt menu of Summary', 'Move to project...'),
  },
  {
    name: 'Used in',
    async show(page) {
      await fromRowMenu(page, 'Prompt menu of Summary', 'Used in...');
      await expect(page.getByText('No prompt uses this one.')).toBeVisible();
    },
  },
  {
    name: 'Use in code',
    async show(page) {
      await fromRowMenu(page, 'Prompt menu of Summary', 'Use in code...');
      await expect(page.getByRole('region', { name: 'Program' })).toBeVisible();
    },
  },
  {
    name: 'Tags',
    async show(page) {
      await fromRowMenu(page, 'Prompt menu of Summary', 'Tags...');
      await page.getByRole('combobox', { name: 'New tag' }).fill(`review, ${longTag}`);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('button', { name: 'Remove tag review' })).toBeVisible();
    },
  },
  {
    name: 'how the sidebar is sorted and filtered',
    async show(page) {
      await showProjects(page);
      await press(page, 'Sort and filter');
      await expect(page.getByRole('menu', { name: 'Sort and filter' })).toBeVisible();
    },
  },
  { name: 'Delete Project', show: (page) => fromRowMenu(page, 'Project menu of Reviews', 'Delete') },
  { name: 'Delete Prompt', show: (page) => fromRowMenu(page, 'Prompt menu of Summary', 'Delete') },
  {
    name: 'Save New Version',
    async show(page) {
      await openReviewer(page);
      await press(page, 'Save New Version');
      await expect(page.getByRole('dialog', { name: 'Save New Version' })).toBeVisible();
    },
  },
  {
    name: 'Delete Note',
    async show(page) {
      await showNotes(page);
      await press(page, 'Delete note');
      await expect(page.getByRole('alertdialog', { name: 'Delete Note' })).toBeVisible();
    },
  },
  {
    name: 'menu of the labels of a version',
    async show(page) {
      await showVersions(page);
      await press(page, 'Labels of version 2');
      await expect(page.getByRole('menu', { name: 'Labels of version 2' })).toBeVisible();
    },
  },
  {
    name: 'Labels of a version',
    async show(page) {
      await showVersions(page);
      await press(page, 'Labels of version 2');
      await page.getByRole('menuitem', { name: 'Other...' }).click();
      const dialog = page.getByRole('dialog', { name: 'Labels of Version 2' });
      const label = dialog.getByRole('checkbox', { name: /production/ });
      // It is checked once the library has it, which is not at once.
      await label.click();
      await expect(label).toBeChecked();
      await expect(dialog.getByRole('region', { name: 'Moves of labels' })).toBeVisible();
    },
  },
  {
    name: 'what a label asks for',
    async show(page) {
      await showVersions(page);
      await press(page, 'Labels of version 2');
      await page.getByRole('menuitem', { name: 'Other...' }).click();
      await page.getByRole('dialog', { name: 'Labels of Version 2' }).getByText('Ask for proof...').click();
      await expect(page.getByRole('dialog', { name: 'Ask for proof' })).toBeVisible();
    },
  },
  {
    name: 'Delete Version',
    async show(page) {
      await showVersions(page);
      await press(page, 'Delete version 1');
      await expect(page.getByRole('alertdialog', { name: 'Delete Version' })).toBeVisible();
    },
  },
  {
    name: 'Delete Versions',
    async show(page) {
      await showVersions(page);
      await press(page, 'Select');
      await page.getByRole('checkbox', { name: 'Version 2' }).press('Space');
      await expect(page.getByRole('checkbox', { name: 'Version 2' })).toBeChecked();
      await page
        .getByRole('toolbar', { name: 'Selected versions' })
        .getByRole('button', { name: 'Delete' })
        .click();
      await expect(page.getByRole('alertdialog', { name: 'Delete Versions' })).toBeVisible();
    },
  },
  {
    name: 'signing out with changes that were not sent',
    async show(page) {
      await openReviewer(page);
      await page.context().setOffline(true);
      await promptContent(page).focus();
      await page.keyboard.type('never sent');
      await expect(syncStatus(page)).toHaveText(/Offline, \P{L}*\d+ waiting/u);
      await page.getByRole('button', { name: /^Account menu/ }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).click();
      await expect(page.getByRole('alertdialog', { name: 'Sign out without syncing?' })).toBeVisible();
    },
  },
];

/** Pictures, measures and checks are of what is there when fonts and transitions are done. */
export async function isAtRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {})));
    // What floats is placed anew in the frames after a change of sizes.
    const places = () =>
      [...document.querySelectorAll('[role=menu], [role=dialog], [role=alertdialog]')]
        .map((layer) => JSON.stringify(layer.getBoundingClientRect()))
        .join();
    const frame = () => new Promise(requestAnimationFrame);
    await frame();
    for (let before = ''; before !== places(); await frame()) before = places();
  });
}
