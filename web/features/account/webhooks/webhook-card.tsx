import { Alert, Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useId, useState } from 'react';
import { LuWebhook } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { Webhook } from '#shared/model/account/webhook.ts';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { AccountIcon, Hint } from '../account-row.tsx';
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

  async function test(): Promise<void> {
    if (await webhooks.test(webhook)) onDeliveries();
  }

  return (
    <Stack as="li" gap="3" p="3" borderRadius="md" bg="bg.subtle" aria-labelledby={name}>
      <Flex wrap="wrap" align="center" rowGap="2" columnGap="3">
        <AccountIcon color="fg.muted">
          <LuWebhook />
        </AccountIcon>
        <Stack flex="1 1 10rem" gap="0.5" minW="0" overflowWrap="anywhere">
          <Text fontWeight="medium" id={name} data-own-text>
            {url}
          </Text>
          <Hint>{events.map((event) => eventNames()[event]).join(' · ')}</Hint>
        </Stack>
        <StatusChip tone={tones[toneOf(webhook)]}>{chipOf(webhook)}</StatusChip>
      </Flex>
      <Status webhook={webhook} now={now} />
      <Flex wrap="wrap" gap="2">
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
      </Flex>
      {isChanging && (
        <ChangePanel {...{ webhook, webhooks, onDelete }} onChanged={() => setIsChanging(false)} />
      )}
    </Stack>
  );
}

function Status({ webhook, now }: Pick<WebhookCardProps, 'webhook' | 'now'>) {
  const status = webhookStatus(webhook, now).join(' ');
  if (status === '') return null;
  if (webhook.state !== 'stopped') return <Hint>{status}</Hint>;
  return (
    <Alert.Root status="warning" role="alert">
      {status}
    </Alert.Root>
  );
}

interface ChangePanelProps extends Pick<WebhookCardProps, 'webhook' | 'webhooks' | 'onDelete'> {
  onChanged(): void;
}

function ChangePanel({ webhook, webhooks, onDelete, onChanged }: ChangePanelProps) {
  const { id, url, events } = webhook;
  const isBusy = webhooks.pending !== null;
  return (
    <Stack gap="4" pt="3" borderTopWidth="1px">
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
      <Flex wrap="wrap" gap="2">
        <Button size="sm" disabled={isBusy} onClick={() => void webhooks.replaceSecret(webhook)}>
          {t('Make a new secret')}
        </Button>
        <Button size="sm" disabled={isBusy} onClick={onDelete}>
          {t('Delete webhook…')}
        </Button>
      </Flex>
    </Stack>
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
