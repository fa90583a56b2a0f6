import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AccountSession } from '#shared/model/account/account.ts';
import type { Invitation } from '#shared/model/account/registration.ts';
import { messages } from '#shared/model/messages.ts';
import type { AccountActions } from '../../session/account/account-actions.ts';
import { type Drawn, draw } from '../../ui/testing/drawn.tsx';
import { accountActions } from './account-actions-scene.ts';
import { AccountDialog } from './account-dialog.tsx';

let drawn: Drawn | undefined;
afterEach(() => drawn?.close());

const now = Date.parse('2026-01-10T12:00:00Z');
const user = { id: 1, username: 'ada', displayName: 'Ada Lovelace' };
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

const session = (id: string, device: string, more: Partial<AccountSession> = {}): AccountSession => ({
  ...{ id, device, isCurrent: false },
  createdAt: '2026-01-02T12:00:00Z',
  usedAt: '2026-01-10T11:30:00Z',
  ...more,
});
const mine = session('a', firefox, { isCurrent: true });

function open(more: Partial<AccountActions> = {}) {
  const calls: string[] = [];
  drawn = draw(
    <AccountDialog
      open
      user={user}
      actions={accountActions({ sessions: async () => ({ ok: true, value: [mine] }), ...more })}
      now={() => now}
      onClose={() => calls.push('close')}
      onDelete={() => calls.push('delete')}
    />,
  );
  return { calls, toasts: drawn.toasts };
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const label = (name: string) => page.getByLabelText(name, { exact: true });
const failed = { ok: false, message: messages.needsServer } as const;

async function fillPasswords(current: string, next: string, confirmed = next) {
  await label('Current Password').fill(current);
  await label('New Password').fill(next);
  await label('Confirm New Password').fill(confirmed);
  await button('Change password').click();
}

test('the dialog of the account names who is signed in, and leads to the deletion', async () => {
  const { calls } = open();
  const dialog = page.getByRole('dialog', { name: 'Account and devices' });
  await expect.element(dialog).toHaveAccessibleDescription(/Ada Lovelace.*ada/);
  await button('Delete my account…').click();
  await expect.element(page.getByRole('heading', { name: 'Invitations' })).not.toBeInTheDocument();
  expect(calls).toEqual(['delete']);
});

test('the focus is at the beginning of the dialog, and Tab leads to its first field', async () => {
  open();
  await expect.element(label('Current Password')).toBeVisible();
  await expect.poll(() => document.activeElement?.matches('[role=dialog] [tabindex="-1"]')).toBe(true);
  await userEvent.keyboard('{Tab}');
  await expect.element(label('Current Password')).toHaveFocus();
});

test('a password is changed with the current one, the fields become empty, and the devices are listed once more', async () => {
  const sent: unknown[] = [];
  let listed = 0;
  const { toasts } = open({
    async changePassword(change) {
      sent.push(change);
      return { ok: true };
    },
    async sessions() {
      listed += 1;
      return { ok: true, value: [mine] };
    },
  });
  await fillPasswords('correct horse', 'another secret');
  await expect.poll(() => toasts).toEqual(['Password changed: Your other devices have to sign in again.']);
  expect(sent).toEqual([{ currentPassword: 'correct horse', newPassword: 'another secret' }]);
  await expect.element(label('Current Password')).toHaveValue('');
  await expect.poll(() => listed).toBe(2);
});

test('a wrong field of the password change says what is wrong and has the focus, before and after it is sent', async () => {
  const answers = [
    { ok: false, message: 'That is not your current password.', field: 'currentPassword' },
    { ok: false, message: messages.passwordIsCommon, field: 'newPassword' },
    failed,
  ] as const;
  let asked = 0;
  open({
    read: async () => ({ ok: true, value: { isAdmin: false, minPasswordLength: 8, registration: 'open' } }),
    changePassword: async () => answers[asked++] ?? failed,
  });
  await fillPasswords('', 'short', 'other');
  await expect.element(label('Current Password')).toHaveAccessibleDescription('Password is required');
  await expect.element(label('Current Password')).toHaveFocus();
  await expect
    .element(label('New Password'))
    .toHaveAccessibleDescription('Password must be at least 8 characters');
  await expect.element(label('Confirm New Password')).toHaveAccessibleDescription('Passwords do not match');
  expect(asked).toBe(0);
  await fillPasswords('guess', 'password1');
  await expect.element(label('Current Password')).toHaveAccessibleDescription(answers[0].message);
  await expect.element(label('Current Password')).toHaveFocus();
  await fillPasswords('correct horse', 'password1');
  await expect.element(label('New Password')).toHaveAccessibleDescription(messages.passwordIsCommon);
  await expect.element(label('New Password')).toHaveFocus();
  await fillPasswords('correct horse', 'another secret');
  await expect.element(label('Current Password')).toHaveAccessibleDescription(messages.needsServer);
});

test('the devices are listed with their latest use, this one first, and one of the others is ended', async () => {
  let sessions = [session('b', phone), session('c', '', { usedAt: '2026-01-09T12:00:00Z' }), mine];
  const { toasts } = open({
    sessions: async () => ({ ok: true, value: sessions }),
    async endSession(id) {
      sessions = sessions.filter((one) => one.id !== id);
      return { ok: true };
    },
  });
  const rows = page.getByRole('list', { name: 'Devices' }).getByRole('listitem');
  await expect.element(rows.nth(0).getByText('Firefox on Linux')).toBeVisible();
  await expect.element(rows.nth(0).getByText('signed in Jan 2, 2026 · this device')).toBeVisible();
  await expect.element(rows.nth(1).getByText('last used within the last hour')).toBeVisible();
  await expect.element(rows.nth(2).getByText('Unknown device')).toBeVisible();
  await expect.element(rows.nth(2).getByText('last used yesterday')).toBeVisible();
  await expect.element(rows.nth(0).getByRole('button')).not.toBeInTheDocument();
  await button('End Safari on iPhone').click();
  await expect.poll(() => toasts).toEqual(['Session ended: Safari on iPhone']);
  await expect.poll(() => rows.elements().length).toBe(2);
  await expect.element(page.getByRole('heading', { name: 'Devices' })).toHaveFocus();
});

test('all other devices are ended together, and a person with one device sees that there is no other', async () => {
  let sessions = [mine, session('b', phone)];
  const { toasts } = open({
    sessions: async () => ({ ok: true, value: sessions }),
    async endOtherSessions() {
      sessions = [mine];
      return { ok: true };
    },
  });
  await button('End all others').click();
  await expect.poll(() => toasts).toEqual(['All other sessions ended']);
  await expect.element(page.getByText('You are signed in on no other device.')).toBeVisible();
  await expect.element(button('End all others')).not.toBeInTheDocument();
});

test('without the server the dialog says that it needs it, asks once more, and still exports', async () => {
  let isReachable = false;
  const { calls, toasts } = open({
    read: async () =>
      isReachable
        ? { ok: true, value: { isAdmin: false, minPasswordLength: 6, registration: 'open' } }
        : failed,
    sessions: async () => (isReachable ? { ok: true, value: [mine, session('b', phone)] } : failed),
    endSession: async () => failed,
  });
  await expect.element(page.getByText(messages.needsServer)).toBeVisible();
  await button('Delete my account…').click();
  expect(calls).toEqual(['delete']);
  isReachable = true;
  await button('Try again').click();
  await button('End Safari on iPhone').click();
  await expect.poll(() => toasts).toEqual([`Not ended: ${messages.needsServer}`]);
  await expect.element(button('End Safari on iPhone')).toBeEnabled();
});

test('an admin makes a link that is shown once, copies it, and withdraws an invitation', async () => {
  let list: Invitation[] = [
    { id: 1, createdAt: '2026-01-01T12:00:00Z', expiresAt: '2026-01-08T12:00:00Z', usedAt: null },
    {
      id: 2,
      createdAt: '2026-01-03T12:00:00Z',
      expiresAt: '2026-01-20T12:00:00Z',
      usedAt: '2026-01-09T12:00:00Z',
    },
  ];
  const made: number[] = [];
  const { toasts } = open({
    read: async () => ({ ok: true, value: { isAdmin: true, minPasswordLength: 6, registration: 'invite' } }),
    invitations: async () => ({ ok: true, value: list }),
    async invite(days) {
      made.push(days);
      const expiresAt = '2026-02-09T12:00:00Z';
      list = [{ id: 3, createdAt: '2026-01-10T12:00:00Z', expiresAt, usedAt: null }, ...list];
      return {
        ok: true,
        value: { id: 3, link: 'https://prompts.example.org/auth?invite=secret', expiresAt },
      };
    },
    async withdrawInvitation(id) {
      list = list.filter((one) => one.id !== id);
      return { ok: true };
    },
  });
  const rows = page.getByRole('list', { name: 'Invitations' }).getByRole('listitem');
  await expect.element(rows.nth(0).getByText('expired Jan 8, 2026')).toBeVisible();
  await expect.element(rows.nth(1).getByText('used yesterday')).toBeVisible();
  await label('Valid for').selectOptions('30');
  await button('Make a link').click();
  const link = label('Link of the invitation');
  await expect.element(link).toHaveValue('https://prompts.example.org/auth?invite=secret');
  await expect.element(link).toHaveFocus();
  expect(made).toEqual([30]);
  await expect.element(rows.nth(0).getByText('Made today')).toBeVisible();
  await expect.element(rows.nth(0).getByText('valid until Feb 9, 2026')).toBeVisible();
  await rows
    .nth(0)
    .getByRole('button', { name: /^Withdraw/ })
    .click();
  await expect.poll(() => toasts).toEqual(['Invitation withdrawn']);
  await expect.element(link).not.toBeInTheDocument();
  await expect.element(button('Make a link')).toHaveFocus();
});

test.each([
  ['closed', /takes no new accounts/],
  ['open', /nobody needs an invitation/],
] as const)(
  'where registration is %s an admin reads why there is no invitation to make',
  async (registration, why) => {
    open({ read: async () => ({ ok: true, value: { isAdmin: true, minPasswordLength: 6, registration } }) });
    await expect.element(page.getByText(why)).toBeVisible();
    await expect.element(button('Make a link')).not.toBeInTheDocument();
  },
);

test('Enter in the last field of the password change sends it', async () => {
  const { toasts } = open();
  await label('Current Password').fill('correct horse');
  await label('New Password').fill('another secret');
  await label('Confirm New Password').fill('another secret');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => toasts).toHaveLength(1);
});
