import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { features } from '../../features/registry.ts';
import { openLibraryScene, row } from '../open-library-scene.tsx';

const scene = openLibraryScene();
const commanded = features.flatMap(({ command }) => command ?? []);
const opened = () => page.getByRole('dialog');

async function openWorkspace() {
  await scene.open({ canInstall: true });
  await row('Letters').click();
  await expect.element(row('Letters')).toHaveFocus();
}

test.each(commanded.map((command) => [command.title()]))(
  '"%s" opens by its command, closes, and the focus is where it was',
  async (title) => {
    await openWorkspace();
    await userEvent.keyboard('{Control>}k{/Control}');
    const palette = page.getByRole('dialog', { name: 'Command palette' });
    await expect.element(palette).toBeVisible();
    await palette.getByRole('combobox').fill(title);
    const name = new RegExp(`^${title.replace(/[.?]/g, '\\$&')}`);
    await palette.getByRole('option', { name }).click();
    await expect.element(palette).not.toBeInTheDocument();
    await expect.element(opened()).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(opened()).not.toBeInTheDocument();
    await expect.element(row('Letters')).toHaveFocus();
  },
);

test.each(commanded.filter(({ isInMenu }) => isInMenu).map((command) => [command.title()]))(
  'the account menu opens "%s"',
  async (title) => {
    await openWorkspace();
    await page.getByRole('button', { name: 'Account menu of Ada Lovelace' }).click();
    await page.getByRole('menuitem', { name: title }).click();
    await expect.element(opened()).toBeVisible();
  },
);

test('the account menu offers no installation where there is none', async () => {
  await scene.open();
  await page.getByRole('button', { name: 'Account menu of Ada Lovelace' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Bin' })).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: 'Install Promptory' })).not.toBeInTheDocument();
});
