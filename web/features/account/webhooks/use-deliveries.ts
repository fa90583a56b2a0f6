import { useEffect, useEffectEvent, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import type { WebhookDeliveries } from '#shared/model/account/webhook.ts';
import type { WebhookActions } from '../../../session/account/webhook-actions.ts';
import type { ToastRequest } from '../../../ui/toast/toaster-store.ts';
import { useLoaded } from '../use-loaded.ts';

/** The list is read again by itself while something in it is due within this time. */
const soonMs = 15_000;
const againMs = 1_500;

/** Holds the deliveries of a webhook, the latest first, a page after the other. */
export function useDeliveries(
  actions: Pick<WebhookActions, 'deliveries' | 'sendAgain'>,
  {
    id,
    isFailedOnly,
    now,
    notify,
  }: { id: number; isFailedOnly: boolean; now: () => number; notify: (toast: ToastRequest) => void },
) {
  const first = useLoaded(() => actions.deliveries(id, { isFailedOnly, before: null }), true);
  const [more, setMore] = useState<WebhookDeliveries | null>(null);
  const page = first.state.kind === 'loaded' ? first.state.value : null;
  const deliveries = [...(page?.deliveries ?? []), ...(more?.deliveries ?? [])];
  const next = more === null ? (page?.next ?? null) : more.next;
  const isSoon = deliveries.some(
    ({ nextAttemptAt }) => nextAttemptAt !== null && Date.parse(nextAttemptAt) <= now() + soonMs,
  );
  const reload = useEffectEvent(first.reload);
  useEffect(() => {
    if (!isSoon) return;
    const timer = setInterval(() => void reload(), againMs);
    return () => clearInterval(timer);
  }, [isSoon]);

  return {
    ...{ state: first.state, reload: first.reload, deliveries, next },
    async showMore(): Promise<void> {
      const answer = await actions.deliveries(id, { isFailedOnly, before: next });
      if (!answer.ok) return notify({ title: answer.message, kind: 'destructive' });
      const { deliveries: older, next: following } = answer.value;
      setMore({ deliveries: [...(more?.deliveries ?? []), ...older], next: following });
    },
    async sendAgain(which: number | 'failed'): Promise<void> {
      const answer = await actions.sendAgain(id, which);
      if (!answer.ok) notify({ title: t('Not sent'), description: answer.message, kind: 'destructive' });
      setMore(null);
      await first.reload();
    },
  };
}
