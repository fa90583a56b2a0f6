import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { isToBeOpened, openAfterReload } from '../../features/preferences/open-after-reload.ts';
import { features } from '../../features/registry.ts';
import { openLibraryScene, row } from '../open-library-scene.tsx';

const scene = openLibraryScene();
const commanded = features.flatMap(({ command }) => command ?? []);
const opened = () => page.getByRole('dialog');
/** A dialog listens to Escape from the frame in which it takes the focus. */
const takesKeys = (title: string) =>
  expect.poll(() => opened().query()?.contains(document.activeElement), { message: title }).toBe(true);

async function openWorkspace() {
  await scene.open({ canInstall: true });
  await row('Letters').click();
  await expect.element(row('Letters')).toHaveFocus();
}

test('each feature with a command opens by it, closes, and the focus is where it was', async () => {
  await openWorkspace();
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  for (const command of commanded) {
    const title = command.title();
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(palette).toBeVisible();
    await palette.getByRole('combobox').fill(title);
    const name = new RegExp(`^${title.replace(/[.?]/g, '\\$&')}`);
    await palette.getByRole('option', { name }).click();
    await expect.element(palette).not.toBeInTheDocument();
    await expect.element(opened(), { message: title }).toBeVisible();
    await takesKeys(title);
    await userEvent.keyboard('{Escape}');
    await expect.element(opened(), { message: title }).not.toBeInTheDocument();
    await expect.element(row('Letters'), { message: title }).toHaveFocus();
  }
});

test.each([
  ['account', 'Account menu of Ada Lovelace'],
  ['library', 'Library'],
] as const)('the %s menu opens each feature that has an entry in it', async (menu, button) => {
  await openWorkspace();
  const inMenu = commanded.filter((command) => command.menu === menu);
  expect(inMenu.length).toBeGreaterThan(3);
  for (const command of inMenu) {
    const title = command.title();
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.getByRole('menuitem', { name: title }).click();
    await expect.element(opened(), { message: title }).toBeVisible();
    await takesKeys(title);
    await userEvent.keyboard('{Escape}');
    await expect.element(opened(), { message: title }).not.toBeInTheDocument();
  }
});

test('the account menu offers no installation where there is none', async () => {
  await scene.open();
  await page.getByRole('button', { name: 'Account menu of Ada Lovelace' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Preferences' })).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: 'Install Promptory' })).not.toBeInTheDocument();
});

test('the preferences open once more where the page is loaded again in another language', async () => {
  openAfterReload(window);
  await scene.open();
  await expect.element(page.getByRole('dialog', { name: 'Preferences' })).toBeVisible();
  expect(isToBeOpened(window)).toBe(false);
  await page.getByLabelText('Language', { exact: true }).selectOptions('English');
  await expect.poll(() => isToBeOpened(window)).toBe(true);
  localStorage.removeItem('language');
});
