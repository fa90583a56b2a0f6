import { t } from '#shared/language/translate.ts';
import {
  type DeliveryProblem,
  type Webhook,
  type WebhookDelivery,
  type WebhookEvent,
  WebhookMessage,
} from '#shared/model/account/webhook.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import { relativeTime } from '#shared/text/relative-time.ts';

export const eventNames = (): Readonly<Record<WebhookEvent, string>> => ({
  'version.created': t('New versions'),
  'label.moved': t('Moved labels'),
});

const problemNames = (): Readonly<Record<DeliveryProblem, string>> => ({
  timeout: t('No answer within 10 seconds'),
  unknown_host: t('The name of the address is not known'),
  unreachable: t('Nothing answers at the address'),
  broken_off: t('The connection broke off'),
  private_address: t('The address is in a private network, which the admin does not allow'),
  not_secure: t('The certificate of the address is not valid'),
  switched_off: t('The webhook was switched off'),
});

/** Returns what a delivery is about. A body of a later version is named by its type. */
export function deliveryName({ body, type }: WebhookDelivery): string {
  const message = messageIn(body);
  if (message === null) return type;
  if (message.type === 'ping') return t('Test');
  const title = isolatedName(message.data.prompt.title);
  const number = message.data.version?.number ?? '?';
  if (message.type === 'version.created') return t('Version {number} of “{title}”', { number, title });
  const { label, version } = message.data;
  return version === null
    ? t('Label {label} taken off “{title}”', { label, title })
    : t('Label {label} of “{title}” moved to version {number}', { label, title, number });
}

function messageIn(body: string): WebhookMessage | null {
  try {
    const read = WebhookMessage.safeParse(JSON.parse(body));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** Returns what came of a delivery up to now. */
export function deliveryOutcome(delivery: WebhookDelivery, now: number): string {
  const { state, attempts, tookMs, nextAttemptAt } = delivery;
  const reason = reasonOf(delivery);
  if (state === 'delivered') return t('{reason} after {ms} ms', { reason, ms: tookMs ?? 0 });
  if (state === 'failed') {
    if (attempts <= 1) return reason;
    return t('{reason}. Given up after {attempts} attempts.', { reason, attempts });
  }
  if (attempts === 0) return t('Waiting');
  const minutes = Math.max(1, Math.ceil((Date.parse(nextAttemptAt ?? '') - now) / 60_000) || 1);
  return t(
    '{reason}. Tried {attempts, plural, one {once} other {# times}}, next in {minutes, plural, one {# minute} other {# minutes}}.',
    { reason, attempts, minutes },
  );
}

function reasonOf({ status, problem }: WebhookDelivery): string {
  if (problem !== null) return problemNames()[problem];
  if (status === null) return t('Waiting');
  return status >= 300 && status < 400
    ? t('Answered {status}: redirects are not followed', { status })
    : t('Answered {status}', { status });
}

/** Returns how a webhook fares, in sentences; none where there is nothing to say. */
export function webhookStatus(webhook: Webhook, now: number): string[] {
  const { waiting, failed, skipped } = webhook;
  return [
    stateOf(webhook, now),
    waiting > 0 && t('{waiting, plural, one {# delivery waits.} other {# deliveries wait.}}', { waiting }),
    failed > 0 && t('{failed, plural, one {# delivery failed.} other {# deliveries failed.}}', { failed }),
    skipped > 0 &&
      t(
        '{skipped, plural, one {# event was} other {# events were}} left out, because more than 10,000 waited.',
        { skipped },
      ),
  ].filter((sentence) => typeof sentence === 'string');
}

function stateOf({ state, failingSince }: Webhook, now: number): string | false {
  if (state === 'off') return t('Switched off.');
  if (state === 'stopped')
    return t('Stopped, because the address failed for days. Switched on, it goes on where it stopped.');
  if (failingSince === null) return false;
  return t('Failing since {time}. Promptory keeps trying.', { time: relativeTime(failingSince, { now }) });
}
