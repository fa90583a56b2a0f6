import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { MenuItem } from '../../ui/menu/menu.tsx';
import { type Drawn, draw } from '../../ui/testing/drawn.tsx';
import { AccountMenu } from './account-menu.tsx';

let drawn: Drawn | undefined;
afterEach(() => drawn?.close());

function open({ pending = false } = {}) {
  const calls: string[] = [];
  drawn = draw(
    <AccountMenu
      displayName="Ada King Lovelace"
      pending={pending}
      onOpenPalette={() => calls.push('palette')}
      onLogout={() => calls.push('logout')}
    >
      <MenuItem icon={null} onSelect={() => calls.push('bin')}>
        Bin
      </MenuItem>
    </AccountMenu>,
  );
  return calls;
}

const trigger = () => page.getByRole('button', { name: 'Account menu of Ada King Lovelace' });

test('the account menu shows the initials, and the name on medium screens and up', async () => {
  await page.viewport(768, 700);
  open();
  await expect.element(trigger().getByText('AK', { exact: true })).toBeVisible();
  await expect.element(trigger().getByText('Ada King Lovelace', { exact: true })).toBeVisible();
  await page.viewport(767, 700);
  await expect.element(trigger().getByText('AK', { exact: true })).toBeVisible();
  await expect.element(trigger().getByText('Ada King Lovelace', { exact: true })).not.toBeVisible();
});

test('the account menu leads to the palette, and to what its entries open', async () => {
  const calls = open();
  for (const name of ['Command palette', 'Bin']) {
    await trigger().click();
    await page.getByRole('menuitem', { name }).click();
  }
  await expect.poll(() => calls).toEqual(['palette', 'bin']);
});

test('the account menu has a label, Profile and Settings that cannot be chosen, and Logout', async () => {
  const calls = open();
  await trigger().click();
  const menu = page.getByRole('menu');
  const items = menu.getByRole('menuitem').elements();
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Command palette',
    'Bin',
    'Profile',
    'Settings',
    'Logout',
  ]);
  await expect.element(menu.getByText('Account', { exact: true })).toBeVisible();
  for (const name of ['Profile', 'Settings']) {
    await expect.element(menu.getByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true');
  }
  await menu.getByRole('menuitem', { name: 'Logout' }).click();
  expect(calls).toEqual(['logout']);
});

test('the account menu says "Logging out..." while the sign-out is in progress', async () => {
  open({ pending: true });
  await trigger().click();
  const item = page.getByRole('menuitem', { name: 'Logging out...' });
  await expect.element(item).toHaveAttribute('aria-disabled', 'true');
});
