import { useState } from 'react';
import { t } from '#shared/language/translate.ts';
import type { NewWebhook, Webhook, WebhookChange } from '#shared/model/account/webhook.ts';
import type { Failed } from '../../../session/account/account-answers.ts';
import type { WebhookActions } from '../../../session/account/webhook-actions.ts';
import type { ToastRequest } from '../../../ui/toast/toaster-store.ts';
import { useLoaded } from '../use-loaded.ts';

export type ShownSecret = { readonly url: string; readonly secret: string; readonly isReplaced: boolean };

/** `add`: the new one; else the webhook of this id. */
export type PendingWebhook = 'add' | number | null;

/** Holds the list of webhooks and the secret that was just made, and does what a person does with them. */
export function useWebhooks(
  actions: WebhookActions,
  { open, notify }: { open: boolean; notify: (toast: ToastRequest) => void },
) {
  const list = useLoaded(actions.list, open);
  const [secret, setSecret] = useState<ShownSecret | null>(null);
  const [pending, setPending] = useState<PendingWebhook>(null);

  async function during<T>(what: PendingWebhook, act: () => Promise<T>): Promise<T> {
    setPending(what);
    const answer = await act();
    await list.reload();
    setPending(null);
    return answer;
  }

  function refuse(title: string, { message }: Failed): void {
    notify({ title, description: message, kind: 'destructive' });
  }

  return {
    ...{ list, secret, pending },
    forgetSecret: () => setSecret(null),
    async add(webhook: NewWebhook): Promise<Failed | null> {
      const answer = await during('add', () => actions.add(webhook));
      if (!answer.ok) return answer;
      setSecret({ url: answer.value.url, secret: answer.value.secret, isReplaced: false });
      return null;
    },
    async change(id: number, change: WebhookChange): Promise<Failed | null> {
      const answer = await during(id, () => actions.change(id, change));
      return answer.ok ? null : answer;
    },
    async setOn({ id }: Webhook, isOn: boolean): Promise<void> {
      const answer = await during(id, () => actions.change(id, { isOn }));
      if (!answer.ok) refuse(t('Not changed'), answer);
    },
    async replaceSecret({ id, url }: Webhook): Promise<void> {
      const answer = await during(id, () => actions.replaceSecret(id));
      if (answer.ok) setSecret({ url, secret: answer.value.secret, isReplaced: true });
      else refuse(t('No new secret was made'), answer);
    },
    async remove({ id }: Webhook): Promise<boolean> {
      const answer = await during(id, () => actions.remove(id));
      if (answer.ok) notify({ title: t('Webhook deleted') });
      else refuse(t('Not deleted'), answer);
      setSecret(null);
      return answer.ok;
    },
    async test({ id }: Webhook): Promise<boolean> {
      const answer = await during(id, () => actions.test(id));
      if (!answer.ok) refuse(t('No test was sent'), answer);
      return answer.ok;
    },
  };
}
