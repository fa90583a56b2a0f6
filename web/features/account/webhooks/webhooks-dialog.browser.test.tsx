import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Webhook, WebhookDelivery } from '#shared/model/account/webhook.ts';
import { messages } from '#shared/model/messages.ts';
import type { WebhookActions } from '../../../session/account/webhook-actions.ts';
import { Lent, openedScreen, sessionOf } from '../../../session/lent-library-scene.tsx';
import { type Drawn, draw } from '../../../ui/testing/drawn.tsx';
import { accountActions } from '../account-actions-scene.ts';
import { webhookActions } from './webhook-actions-scene.ts';
import { WebhooksDialog } from './webhooks-dialog.tsx';

let drawn: Drawn | undefined;
afterEach(() => drawn?.close());

const now = Date.parse('2026-01-10T12:00:00Z');
const url = 'https://hooks.example.org/';

const webhook = (id: number, more: Partial<Webhook> = {}): Webhook => ({
  ...{ id, url, events: ['version.created'], createdAt: '2026-01-02T12:00:00Z', state: 'on' },
  ...{ failingSince: null, waiting: 0, failed: 0, skipped: 0 },
  ...more,
});

const about = { project: { id: 5, name: 'Mail' }, prompt: { id: 6, title: 'Reply' } };
const delivery = (number: number, more: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  ...{ number, messageId: `msg_${number}`, type: 'version.created', state: 'delivered' },
  ...{ createdAt: '2026-01-10T11:55:00Z', attempts: 1, attemptedAt: '2026-01-10T11:55:00Z' },
  ...{ status: 204, problem: null, tookMs: 31, nextAttemptAt: null },
  body: JSON.stringify({
    type: 'version.created',
    timestamp: '2026-01-10T11:55:00.000Z',
    data: { ...about, version: { id: 9, number } },
  }),
  ...more,
});

function open(more: Partial<WebhookActions> = {}) {
  drawn = draw(
    <Lent
      session={sessionOf({ account: accountActions({ webhooks: webhookActions(more) }) })}
      now={() => now}
    >
      <WebhooksDialog {...openedScreen} />
    </Lent>,
  );
  return drawn.toasts;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const label = (name: string) => page.getByLabelText(name, { exact: true });

test('an address is added with its events, and its secret is shown once and has the focus', async () => {
  const sent: unknown[] = [];
  let list: Webhook[] = [];
  open({
    list: async () => ({ ok: true, value: list }),
    async add(added) {
      sent.push(added);
      list = [webhook(1, added)];
      return { ok: true, value: { ...webhook(1, added), secret: 'whsec_c2VjcmV0' } };
    },
  });
  await label('Address').fill(url);
  await label('New versions').click();
  await button('Add webhook').click();
  const secret = label(`Secret of ${url}`);
  await expect.element(secret).toHaveValue('whsec_c2VjcmV0');
  await expect.element(secret).toHaveFocus();
  expect(sent).toEqual([{ url, events: ['label.moved'] }]);
  await expect.element(label('Address')).toHaveValue('');
  await expect.element(page.getByRole('list', { name: 'Webhooks' }).getByText('Moved labels')).toBeVisible();
});

test('a wrong address and one that the server refuses are named at the field, which has the focus', async () => {
  open({ add: async () => ({ ok: false, message: messages.webhookUrlPrivate, field: 'url' }) });
  await label('Address').fill('hooks.example.org');
  await button('Add webhook').click();
  await expect.element(label('Address')).toHaveAccessibleDescription(messages.webhookUrlNotWeb);
  await expect.element(label('Address')).toHaveFocus();
  await label('Address').fill('http://192.168.1.7/');
  await button('Add webhook').click();
  await expect.element(label('Address')).toHaveAccessibleDescription(messages.webhookUrlPrivate);
  await label('New versions').click();
  await label('Moved labels').click();
  await button('Add webhook').click();
  await expect.element(page.getByText(messages.webhookEventRequired)).toBeVisible();
});

test('a stopped webhook says so and is switched on; one that fails says since when', async () => {
  let list = [
    webhook(1, { state: 'stopped', failingSince: '2026-01-07T12:00:00Z', waiting: 3, skipped: 2 }),
    webhook(2, { failingSince: '2026-01-10T10:00:00Z', failed: 1 }),
  ];
  open({
    list: async () => ({ ok: true, value: list }),
    async change(id, change) {
      list = list.map((one) => (one.id === id && change.isOn ? webhook(1) : one));
      return { ok: true, value: webhook(id) };
    },
  });
  const rows = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem');
  await expect
    .element(rows.nth(0).getByRole('alert'))
    .toHaveTextContent(
      'Stopped, because the address failed for days. Switched on, it goes on where it stopped. 3 deliveries wait. 2 events were left out, because more than 10,000 waited.',
    );
  await expect
    .element(rows.nth(1).getByText(/^Failing since 2 hours ago.*1 delivery failed\.$/))
    .toBeVisible();
  await rows.nth(0).getByRole('button', { name: 'Switch on' }).click();
  await expect.element(rows.nth(0).getByText('On', { exact: true })).toBeVisible();
});

test('a test is sent and its delivery is shown until it has arrived', async () => {
  let asked = 0;
  const ping = {
    type: 'ping',
    body: JSON.stringify({
      type: 'ping',
      timestamp: '2026-01-10T12:00:00.000Z',
      data: { webhook: { id: 1 } },
    }),
  } as const;
  const waiting = delivery(1, {
    ...ping,
    state: 'waiting',
    attempts: 0,
    attemptedAt: null,
    status: null,
    tookMs: null,
    nextAttemptAt: '2026-01-10T12:00:00Z',
  });
  open({
    list: async () => ({ ok: true, value: [webhook(1)] }),
    test: async () => ({ ok: true, value: waiting }),
    async deliveries() {
      asked += 1;
      const shown = asked < 2 ? waiting : delivery(1, ping);
      return { ok: true, value: { deliveries: [shown], next: null } };
    },
  });
  await button('Send test').click();
  await expect.element(page.getByRole('heading', { name: `Deliveries to ${url}` })).toHaveFocus();
  const row = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem');
  await expect.element(row.getByText('Test', { exact: true })).toBeVisible();
  await expect.element(row.getByText('Delivered · 5 minutes ago · Answered 204 after 31 ms')).toBeVisible();
});

test('deliveries say what came of them, failed ones are listed alone and sent again, older ones come by page', async () => {
  const pages: unknown[] = [];
  const again: unknown[] = [];
  const failed = delivery(3, { state: 'failed', attempts: 12, status: 500 });
  const retried = delivery(4, {
    state: 'waiting',
    attempts: 2,
    status: null,
    problem: 'timeout',
    nextAttemptAt: '2026-01-10T12:20:00Z',
  });
  open({
    list: async () => ({ ok: true, value: [webhook(1)] }),
    async deliveries(_, { isFailedOnly, before }) {
      pages.push({ isFailedOnly, before });
      if (before !== null) return { ok: true, value: { deliveries: [delivery(1)], next: null } };
      return { ok: true, value: { deliveries: isFailedOnly ? [failed] : [retried, failed], next: 3 } };
    },
    async sendAgain(_, which) {
      again.push(which);
      return { ok: true };
    },
  });
  await button('Deliveries').click();
  await expect
    .element(page.getByText(/No answer within 10 seconds\. Tried 2 times, next in 20 minutes\.$/))
    .toBeVisible();
  await expect.element(page.getByText(/Answered 500\. Given up after 12 attempts\.$/)).toBeVisible();
  await button('Show older ones').click();
  const rows = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem');
  await expect.poll(() => rows.elements().length).toBe(3);
  await rows
    .nth(0)
    .getByRole('button', { name: /^Send now/ })
    .click();
  await label('Show').selectOptions('failed');
  await expect.poll(() => rows.elements().length).toBe(1);
  await button('Send all failed ones again').click();
  await expect.poll(() => again).toEqual([4, 'failed']);
  expect(pages).toContainEqual({ isFailedOnly: false, before: 3 });
  await button('All webhooks').click();
  await expect.element(button('Add webhook')).toBeVisible();
});

test('a webhook is changed, gets a new secret, and is deleted after a question', async () => {
  let list = [webhook(1)];
  const changes: unknown[] = [];
  const toasts = open({
    list: async () => ({ ok: true, value: list }),
    async change(_, change) {
      changes.push(change);
      return { ok: true, value: webhook(1) };
    },
    replaceSecret: async () => ({
      ok: true,
      value: { secret: 'whsec_bmV3', previousUntil: '2026-01-11T12:00:00Z' },
    }),
    async remove() {
      list = [];
      return { ok: true };
    },
  });
  await button('Change').click();
  const row = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem');
  await row.getByLabelText('Moved labels').click();
  await button('Save').click();
  await expect.poll(() => changes).toEqual([{ url, events: ['version.created', 'label.moved'] }]);
  await button('Change').click();
  await button('Make a new secret').click();
  await expect.element(label(`Secret of ${url}`)).toHaveValue('whsec_bmV3');
  await button('Delete webhook…').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.poll(() => toasts).toEqual(['Webhook deleted']);
  await expect.element(page.getByRole('list', { name: 'Webhooks' })).not.toBeInTheDocument();
});

test('without the server the dialog says that it needs it, and asks once more', async () => {
  let isReachable = false;
  open({
    list: async () =>
      isReachable ? { ok: true, value: [webhook(1)] } : { ok: false, message: messages.needsServer },
  });
  await expect.element(page.getByText(messages.needsServer)).toBeVisible();
  isReachable = true;
  await button('Try again').click();
  await expect.element(page.getByText(url)).toBeVisible();
});
