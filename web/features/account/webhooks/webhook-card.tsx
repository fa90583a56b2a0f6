import { Button } from '@chakra-ui/react';
import { useId, useState } from 'react';
import { LuWebhook } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { Webhook } from '#shared/model/account/webhook.ts';
import { StatusChip } from '../../../ui/status-chip.tsx';
import type { useWebhooks } from './use-webhooks.ts';
import { WebhookForm } from './webhook-form.tsx';
import { eventNames, webhookStatus } from './webhook-words.ts';

interface WebhookCardProps {
  readonly webhook: Webhook;
  readonly webhooks: ReturnType<typeof useWebhooks>;
  readonly now: number;
  onDeliveries(): void;
  onDelete(): void;
}

/** One webhook: how it fares, and what can be done with it. */
export function WebhookCard({ webhook, webhooks, now, onDeliveries, onDelete }: WebhookCardProps) {
  const { url, events, state } = webhook;
  const [isChanging, setIsChanging] = useState(false);
  const name = useId();
  const isBusy = webhooks.pending !== null;
  const isStopped = state === 'stopped';
  const status = webhookStatus(webhook, now);

  async function test(): Promise<void> {
    if (await webhooks.test(webhook)) onDeliveries();
  }

  return (
    <li className="webhook" aria-labelledby={name}>
      <div className="webhook-head">
        <LuWebhook aria-hidden="true" />
        <div className="account-row-text">
          <span className="account-row-name" id={name} data-own-text>
            {url}
          </span>
          <span className="account-hint">{events.map((event) => eventNames()[event]).join(' · ')}</span>
        </div>
        <StatusChip tone={tones[toneOf(webhook)]}>{chipOf(webhook)}</StatusChip>
      </div>
      {status.length > 0 && (
        <p className={isStopped ? 'account-warning' : 'account-hint'} role={isStopped ? 'alert' : undefined}>
          {status.join(' ')}
        </p>
      )}
      <div className="webhook-buttons">
        <Button size="sm" aria-describedby={name} onClick={onDeliveries}>
          {t('Deliveries')}
        </Button>
        <Button size="sm" aria-describedby={name} disabled={isBusy} onClick={() => void test()}>
          {t('Send test')}
        </Button>
        <Button
          size="sm"
          aria-describedby={name}
          disabled={isBusy}
          onClick={() => void webhooks.setOn(webhook, state !== 'on')}
        >
          {state === 'on' ? t('Switch off') : t('Switch on')}
        </Button>
        <Button
          size="sm"
          aria-describedby={name}
          aria-expanded={isChanging}
          onClick={() => setIsChanging(!isChanging)}
        >
          {t('Change')}
        </Button>
      </div>
      {isChanging && (
        <ChangePanel {...{ webhook, webhooks, onDelete }} onChanged={() => setIsChanging(false)} />
      )}
    </li>
  );
}

interface ChangePanelProps extends Pick<WebhookCardProps, 'webhook' | 'webhooks' | 'onDelete'> {
  onChanged(): void;
}

function ChangePanel({ webhook, webhooks, onDelete, onChanged }: ChangePanelProps) {
  const { id, url, events } = webhook;
  const isBusy = webhooks.pending !== null;
  return (
    <div className="webhook-change">
      <WebhookForm
        initial={{ url, events: [...events] }}
        submit={t('Save')}
        pending={webhooks.pending === id}
        onSubmit={async (change) => {
          const refused = await webhooks.change(id, change);
          if (refused === null) onChanged();
          return refused;
        }}
      />
      <div className="webhook-buttons">
        <Button size="sm" disabled={isBusy} onClick={() => void webhooks.replaceSecret(webhook)}>
          {t('Make a new secret')}
        </Button>
        <Button size="sm" disabled={isBusy} onClick={onDelete}>
          {t('Delete webhook…')}
        </Button>
      </div>
    </div>
  );
}

const tones = { on: 'success', off: 'neutral', stopped: 'danger', failing: 'warning' } as const;

function toneOf({ state, failingSince }: Webhook): keyof typeof tones {
  return state === 'on' && failingSince !== null ? 'failing' : state;
}

function chipOf(webhook: Webhook): string {
  const names = { on: t('On'), off: t('Off'), stopped: t('Stopped'), failing: t('Failing') };
  return names[toneOf(webhook)];
}
