import { Button } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { LuArrowLeft, LuCircleAlert, LuCircleCheck, LuClock } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { DeliveryState, Webhook, WebhookDelivery } from '#shared/model/account/webhook.ts';
import { fullDate, relativeTime } from '#shared/text/relative-time.ts';
import type { WebhookActions } from '../../../session/account/webhook-actions.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import type { ToastRequest } from '../../../ui/toaster-store.ts';
import { LoadProblem } from '../load-problem.tsx';
import { useDeliveries } from './use-deliveries.ts';
import { deliveryName, deliveryOutcome } from './webhook-words.ts';

interface DeliveryListProps {
  readonly webhook: Webhook;
  readonly actions: Pick<WebhookActions, 'deliveries' | 'sendAgain'>;
  readonly now: () => number;
  onBack(): void;
  notify(toast: ToastRequest): void;
}

/** Shows what one webhook was sent, what waits, and what was given up. */
export function DeliveryList(props: DeliveryListProps) {
  const { webhook, onBack } = props;
  const [shown, setShown] = useState('all');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="account-section" aria-labelledby="webhook-deliveries">
      <div className="webhook-title">
        <Button size="sm" variant="ghost" onClick={onBack}>
          <LuArrowLeft />
          {t('All webhooks')}
        </Button>
        <h3 id="webhook-deliveries" ref={heading} tabIndex={-1}>
          {t('Deliveries to {url}', { url: webhook.url })}
        </h3>
      </div>
      <div className="account-invite">
        <SelectField
          label={t('Show')}
          value={shown}
          options={[
            { value: 'all', label: t('All deliveries') },
            { value: 'failed', label: t('Failed ones') },
          ]}
          onChange={setShown}
        />
      </div>
      <DeliveryRows key={shown} {...props} isFailedOnly={shown === 'failed'} />
    </section>
  );
}

interface DeliveryRowsProps extends Omit<DeliveryListProps, 'onBack'> {
  readonly isFailedOnly: boolean;
}

function DeliveryRows({ webhook, actions, now, notify, isFailedOnly }: DeliveryRowsProps) {
  const list = useDeliveries(actions, { id: webhook.id, isFailedOnly, now, notify });
  const { state, deliveries, next } = list;
  if (state.kind === 'loading') return <SkeletonRows label={t('Loading deliveries')} />;
  if (state.kind === 'failed')
    return <LoadProblem message={state.message} onRetry={() => void list.reload()} />;
  return (
    <>
      <div className="webhook-buttons">
        <Button size="sm" onClick={() => void list.reload()}>
          {t('Refresh')}
        </Button>
        {deliveries.some((delivery) => delivery.state === 'failed') && (
          <Button size="sm" onClick={() => void list.sendAgain('failed')}>
            {t('Send all failed ones again')}
          </Button>
        )}
      </div>
      {deliveries.length === 0 && (
        <p className="account-hint">
          {isFailedOnly ? t('No delivery has failed.') : t('Nothing was sent yet.')}
        </p>
      )}
      {deliveries.length > 0 && (
        <ul className="account-rows" aria-label={t('Deliveries')}>
          {deliveries.map((delivery) => (
            <DeliveryRow
              key={delivery.number}
              delivery={delivery}
              now={now()}
              onSendAgain={() => void list.sendAgain(delivery.number)}
            />
          ))}
        </ul>
      )}
      {next !== null && (
        <div>
          <Button size="sm" onClick={() => void list.showMore()}>
            {t('Show older ones')}
          </Button>
        </div>
      )}
    </>
  );
}

const icons: Readonly<Record<DeliveryState, React.ReactNode>> = {
  delivered: <LuCircleCheck aria-hidden="true" />,
  waiting: <LuClock aria-hidden="true" />,
  failed: <LuCircleAlert aria-hidden="true" />,
};

const states = (): Readonly<Record<DeliveryState, string>> => ({
  delivered: t('Delivered'),
  waiting: t('Waiting'),
  failed: t('Failed'),
});

interface DeliveryRowProps {
  readonly delivery: WebhookDelivery;
  readonly now: number;
  onSendAgain(): void;
}

function DeliveryRow({ delivery, now, onSendAgain }: DeliveryRowProps) {
  const { state, attemptedAt, createdAt, messageId, body } = delivery;
  const at = attemptedAt ?? createdAt;
  const name = deliveryName(delivery);
  return (
    <li className="account-row webhook-delivery" data-state={state}>
      {icons[state]}
      <div className="account-row-text">
        <span className="account-row-name">{name}</span>
        <span className="account-hint" title={fullDate(at, {})}>
          {`${states()[state]} · ${relativeTime(at, { now })} · ${deliveryOutcome(delivery, now)}`}
        </span>
        <details>
          <summary>{t('Message')}</summary>
          <pre>{`webhook-id: ${messageId}\n\n${indented(body)}`}</pre>
        </details>
      </div>
      <Button
        size="sm"
        aria-label={state === 'waiting' ? t('Send now: {name}', { name }) : t('Send again: {name}', { name })}
        onClick={onSendAgain}
      >
        {state === 'waiting' ? t('Send now') : t('Send again')}
      </Button>
    </li>
  );
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
