/** Opens "Webhooks": the list with a new secret, and the deliveries of one of them. */
import { expect, type Page } from '@playwright/test';
import type { Screen } from './screens.ts';

const url = 'https://hooks.example.org/promptory/a-path-that-is-long-enough-to-be-broken-on-a-phone';

async function openWebhooks(page: Page): Promise<void> {
  await answerWebhooks(page);
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Webhooks' }).click();
  await expect(page.getByRole('list', { name: 'Webhooks' })).toBeVisible();
}

/** One webhook of each state, and a delivery of each. */
async function answerWebhooks(page: Page): Promise<void> {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const webhook = {
    ...{ id: 1, url, events: ['version.created', 'label.moved'], createdAt: at(-99), state: 'on' },
    ...{ failingSince: null, waiting: 0, failed: 0, skipped: 0 },
  };
  const about = { project: { id: 5, name: 'Mail' }, prompt: { id: 6, title: 'Reply to a customer' } };
  const version = { id: 9, number: 4 };
  const message = (type: string, data: object) => JSON.stringify({ type, timestamp: at(-5), data });
  const created = message('version.created', { ...about, version });
  const moved = message('label.moved', { ...about, label: 'production', version, previous: null });
  const delivery = {
    ...{ messageId: 'msg_1', type: 'version.created', state: 'delivered', createdAt: at(-6), attempts: 1 },
    ...{ attemptedAt: at(-5), status: 204, problem: null, tookMs: 31, nextAttemptAt: null, body: created },
  };
  const retried = { state: 'waiting', attempts: 2, status: null, problem: 'timeout', nextAttemptAt: at(20) };
  const answers: Readonly<Record<string, unknown>> = {
    'GET /api/webhooks': [
      webhook,
      { ...webhook, id: 2, failingSince: at(-60), waiting: 2, failed: 1 },
      { ...webhook, id: 3, state: 'stopped', failingSince: at(-5000), waiting: 100, skipped: 20 },
      { ...webhook, id: 4, state: 'off' },
    ],
    'POST /api/webhooks/1/secret': {
      secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      previousUntil: at(1440),
    },
    'GET /api/webhooks/1/deliveries': {
      deliveries: [
        { ...delivery, number: 3, ...retried, type: 'label.moved', body: moved },
        { ...delivery, number: 2, state: 'failed', attempts: 12, status: 500 },
        { ...delivery, number: 1 },
      ],
      next: 1,
    },
  };
  await page.route(/\/api\/webhooks(\/|$)/, async (route) => {
    const answer = answers[`${route.request().method()} ${new URL(route.request().url()).pathname}`];
    await route.fulfill({ status: 200, json: answer, headers: { 'X-Promptory': '1' } });
  });
}

export const webhookScreens: readonly Screen[] = [
  {
    name: 'webhooks',
    async show(page) {
      await openWebhooks(page);
      await page.getByRole('button', { name: 'Change' }).first().click();
      await page.getByRole('button', { name: 'Make a new secret' }).click();
      await expect(page.getByLabel(/Secret of/)).toBeFocused();
    },
  },
  {
    name: 'deliveries of a webhook',
    async show(page) {
      await openWebhooks(page);
      await page.getByRole('button', { name: 'Deliveries' }).first().click();
      await expect(page.getByRole('heading', { name: /Deliveries to/ })).toBeFocused();
      await page.getByText('Message', { exact: true }).first().click();
      await expect(page.getByText('webhook-id: msg_1').first()).toBeVisible();
    },
  },
];
