/** Opens "Account and devices", and the question before an account is deleted. */
import { expect, type Page } from '@playwright/test';
import type { Screen } from './screens.ts';

async function openAccount(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Account and devices' }).click();
  await expect(page.getByRole('heading', { name: 'Devices', exact: true })).toBeVisible();
}

/** As an admin sees it on a server that takes accounts by invitation; another device is signed in as well. */
async function answerAsToAnAdmin(page: Page): Promise<void> {
  const at = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString();
  const answers: Readonly<Record<string, unknown>> = {
    'GET /api/account': { isAdmin: true, minPasswordLength: 6, registration: 'invite' },
    'GET /api/sessions': [
      { id: 'a', device: 'Chrome/140 on Linux', createdAt: at(-3), usedAt: at(0), isCurrent: true },
      { id: 'b', device: 'Firefox/145 Android', createdAt: at(-40), usedAt: at(-9), isCurrent: false },
    ],
    'GET /api/invitations': [
      { id: 1, createdAt: at(-1), expiresAt: at(6), usedAt: null },
      { id: 2, createdAt: at(-9), expiresAt: at(-2), usedAt: at(-8) },
    ],
    'POST /api/invitations': { id: 1, link: 'https://prompts.example.org/auth#invite=x', expiresAt: at(6) },
  };
  await page.route(/\/api\/(account|sessions|invitations)$/, async (route) => {
    const answer = answers[`${route.request().method()} ${new URL(route.request().url()).pathname}`];
    await route.fulfill({ status: 200, json: answer, headers: { 'X-Promptory': '1' } });
  });
}

export const accountScreens: readonly Screen[] = [
  {
    name: 'account and devices of an admin',
    async show(page) {
      await answerAsToAnAdmin(page);
      await openAccount(page);
      await page.getByRole('button', { name: 'Change password', exact: true }).click();
      await expect(page.getByText('Password is required')).toBeVisible();
      await page.getByRole('button', { name: 'Make a link' }).click();
      await expect(page.getByLabel('Link of the invitation')).toBeFocused();
    },
  },
  {
    name: 'deleting the account',
    async show(page) {
      await openAccount(page);
      await page.getByRole('button', { name: 'Delete my account…' }).click();
      await expect(page.getByText('This deletes ')).toBeVisible();
    },
  },
];
