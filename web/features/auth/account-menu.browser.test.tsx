import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Drawn, draw } from '../../ui/testing/drawn.tsx';
import { AccountMenu } from './account-menu.tsx';

let drawn: Drawn | undefined;
afterEach(() => drawn?.close());

function open({ pending = false, canInstall = false } = {}) {
  const calls: string[] = [];
  drawn = draw(
    <AccountMenu
      displayName="Ada King Lovelace"
      pending={pending}
      onOpenPalette={() => calls.push('palette')}
      onOpenAccount={() => calls.push('account')}
      onOpenPreferences={() => calls.push('preferences')}
      onOpenWebhooks={() => calls.push('webhooks')}
      onOpenApiTokens={() => calls.push('tokens')}
      onOpenBin={() => calls.push('bin')}
      onImport={() => calls.push('import')}
      onExport={() => calls.push('export')}
      onOpenReadiness={() => calls.push('readiness')}
      onInstall={canInstall ? () => calls.push('install') : null}
      onLogout={() => calls.push('logout')}
    />,
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

test('the account menu leads to the check for a flight, and to the installation where there is one', async () => {
  const calls = open({ canInstall: true });
  for (const name of ['Bin', 'Ready for offline?', 'Install Promptory']) {
    await trigger().click();
    await page.getByRole('menuitem', { name }).click();
  }
  await expect.poll(() => calls).toEqual(['bin', 'readiness', 'install']);
  drawn?.close();
  open();
  await trigger().click();
  await expect.element(page.getByRole('menuitem', { name: 'Ready for offline?' })).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: 'Install Promptory' })).not.toBeInTheDocument();
});

test('the account menu has a label, Profile and Settings that cannot be chosen, and Logout', async () => {
  const calls = open();
  await trigger().click();
  const menu = page.getByRole('menu');
  await expect.element(menu.getByText('Account', { exact: true })).toBeVisible();
  for (const name of ['Profile', 'Settings']) {
    await expect.element(menu.getByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true');
  }
  await menu.getByRole('menuitem', { name: 'Logout' }).click();
  expect(calls).toEqual(['logout']);
});

test.each([
  ['Account and devices', 'account'],
  ['API tokens', 'tokens'],
  ['Preferences', 'preferences'],
  ['Webhooks', 'webhooks'],
])('the account menu opens "%s"', async (name, opened) => {
  const calls = open();
  await trigger().click();
  await page.getByRole('menuitem', { name }).click();
  await expect.poll(() => calls).toEqual([opened]);
});

test('the account menu says "Logging out..." while the sign-out is in progress', async () => {
  open({ pending: true });
  await trigger().click();
  const item = page.getByRole('menuitem', { name: 'Logging out...' });
  await expect.element(item).toHaveAttribute('aria-disabled', 'true');
});
