import { Button, Stack } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import type { Webhook } from '#shared/model/account/webhook.ts';
import { useOpenLibrary } from '../../../session/open-library-context.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Section } from '../../../ui/dialog-parts/section.tsx';
import { SkeletonRows } from '../../../ui/list/skeleton-rows.tsx';
import { useNotify } from '../../../ui/provider.tsx';
import type { ScreenProps } from '../../on-demand.tsx';
import { LoadProblem } from '../load-problem.tsx';
import { DeliveryList } from './delivery-list.tsx';
import { useWebhooks } from './use-webhooks.ts';
import { WebhookCard } from './webhook-card.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookSecretBox } from './webhook-secret-box.tsx';

const fresh = { url: '', events: ['version.created', 'label.moved'] } as const;

/** The addresses that the server tells of new versions and moved labels. */
export function WebhooksDialog({ open, onClose }: ScreenProps<true>) {
  const { session, now } = useOpenLibrary();
  const actions = session.account.webhooks;
  const notify = useNotify();
  const webhooks = useWebhooks(actions, { open, notify });
  const { state } = webhooks.list;
  const start = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<number | null>(null);
  const [doomed, setDoomed] = useState<Webhook | null>(null);
  const all = state.kind === 'loaded' ? state.value : [];
  const listed = all.find(({ id }) => id === shown);

  function close(): void {
    setShown(null);
    webhooks.forgetSecret();
    onClose();
  }

  return (
    <>
      <Dialog
        open={open}
        onClose={close}
        width="wide"
        title={t('Webhooks')}
        description={t(
          'The server sends a message to your address when a version is saved or a label moves. Texts are never sent: the receiver reads them.',
        )}
        initialFocus={start}
        footer={<Button onClick={close}>{t('Close')}</Button>}
      >
        <Stack ref={start} tabIndex={-1} gap="7" textStyle="sm" outline="0">
          {state.kind === 'loading' && <SkeletonRows label={t('Loading webhooks')} />}
          {state.kind === 'failed' && (
            <LoadProblem message={state.message} onRetry={() => void webhooks.list.reload()} />
          )}
          {state.kind === 'loaded' && listed !== undefined && (
            <DeliveryList
              webhook={listed}
              {...{ actions, now }}
              onBack={() => {
                setShown(null);
                void webhooks.list.reload();
                start.current?.focus();
              }}
            />
          )}
          {state.kind === 'loaded' && listed === undefined && (
            <Overview {...{ all, webhooks, now }} onDeliveries={setShown} onDelete={setDoomed} />
          )}
        </Stack>
      </Dialog>
      <DeletionQuestion
        {...{ doomed, webhooks }}
        onClose={() => setDoomed(null)}
        finalFocus={() => start.current}
      />
    </>
  );
}

interface DeletionQuestionProps {
  /** Null: nothing is asked. */
  readonly doomed: Webhook | null;
  readonly webhooks: ReturnType<typeof useWebhooks>;
  readonly finalFocus: () => HTMLElement | null;
  onClose(): void;
}

function DeletionQuestion({ doomed, webhooks, finalFocus, onClose }: DeletionQuestionProps) {
  return (
    <ConfirmDialog
      open={doomed !== null}
      onClose={onClose}
      onConfirm={() => {
        if (doomed !== null) void webhooks.remove(doomed).then(onClose);
      }}
      pending={webhooks.pending !== null}
      title={t('Delete webhook')}
      question={t(
        '{url} gets no more messages. Waiting messages are not sent, and the list of deliveries is removed.',
        {
          url: doomed?.url ?? '',
        },
      )}
      finalFocus={finalFocus}
    />
  );
}

interface OverviewProps {
  readonly now: () => number;
  readonly all: readonly Webhook[];
  readonly webhooks: ReturnType<typeof useWebhooks>;
  onDeliveries(id: number): void;
  onDelete(webhook: Webhook): void;
}

function Overview({ all, webhooks, now, onDeliveries, onDelete }: OverviewProps) {
  const { secret } = webhooks;
  return (
    <>
      {secret !== null && <WebhookSecretBox key={secret.secret} {...secret} />}
      {all.length > 0 && (
        <Stack as="ul" gap="3" aria-label={t('Webhooks')}>
          {all.map((webhook) => (
            <WebhookCard
              key={webhook.id}
              {...{ webhook, webhooks }}
              now={now()}
              onDeliveries={() => onDeliveries(webhook.id)}
              onDelete={() => onDelete(webhook)}
            />
          ))}
        </Stack>
      )}
      <Section title={t('Add a webhook')}>
        <WebhookForm
          initial={{ url: fresh.url, events: [...fresh.events] }}
          submit={t('Add webhook')}
          pending={webhooks.pending === 'add'}
          onSubmit={webhooks.add}
        />
      </Section>
    </>
  );
}
