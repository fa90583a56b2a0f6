import { Box, Button, chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { LuArrowLeft, LuCircleAlert, LuCircleCheck, LuClock } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { DeliveryState, Webhook, WebhookDelivery } from '#shared/model/account/webhook.ts';
import { fullDate, relativeTime } from '#shared/text/relative-time.ts';
import type { WebhookActions } from '../../../session/account/webhook-actions.ts';
import { SectionTitle } from '../../../ui/dialog-parts/section.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { SkeletonRows } from '../../../ui/list/skeleton-rows.tsx';
import { useNotify } from '../../../ui/provider.tsx';
import { AccountRow, AccountRows, Hint } from '../account-row.tsx';
import { LoadProblem } from '../load-problem.tsx';
import { useDeliveries } from './use-deliveries.ts';
import { deliveryName, deliveryOutcome } from './webhook-words.ts';

interface DeliveryListProps {
  readonly webhook: Webhook;
  readonly actions: Pick<WebhookActions, 'deliveries' | 'sendAgain'>;
  readonly now: () => number;
  onBack(): void;
}

/** Shows what one webhook was sent, what waits, and what was given up. */
export function DeliveryList(props: DeliveryListProps) {
  const { webhook, onBack } = props;
  const [shown, setShown] = useState('all');
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Stack as="section" gap="3" aria-labelledby={id}>
      <Flex wrap="wrap" align="center" rowGap="2" columnGap="3">
        <Button size="sm" variant="ghost" onClick={onBack}>
          <LuArrowLeft />
          {t('All webhooks')}
        </Button>
        <SectionTitle id={id} ref={heading}>
          {t('Deliveries to {url}', { url: webhook.url })}
        </SectionTitle>
      </Flex>
      <Box width="10rem">
        <SelectField
          label={t('Show')}
          value={shown}
          options={[
            { value: 'all', label: t('All deliveries') },
            { value: 'failed', label: t('Failed ones') },
          ]}
          onChange={setShown}
        />
      </Box>
      <DeliveryRows key={shown} {...props} isFailedOnly={shown === 'failed'} />
    </Stack>
  );
}

interface DeliveryRowsProps extends Omit<DeliveryListProps, 'onBack'> {
  readonly isFailedOnly: boolean;
}

function DeliveryRows({ webhook, actions, now, isFailedOnly }: DeliveryRowsProps) {
  const notify = useNotify();
  const list = useDeliveries(actions, { id: webhook.id, isFailedOnly, now, notify });
  const { state, deliveries, next } = list;
  if (state.kind === 'loading') return <SkeletonRows label={t('Loading deliveries')} />;
  if (state.kind === 'failed')
    return <LoadProblem message={state.message} onRetry={() => void list.reload()} />;
  return (
    <>
      <Flex wrap="wrap" gap="2">
        <Button size="sm" onClick={() => void list.reload()}>
          {t('Refresh')}
        </Button>
        {deliveries.some((delivery) => delivery.state === 'failed') && (
          <Button size="sm" onClick={() => void list.sendAgain('failed')}>
            {t('Send all failed ones again')}
          </Button>
        )}
      </Flex>
      {deliveries.length === 0 && (
        <Hint>{isFailedOnly ? t('No delivery has failed.') : t('Nothing was sent yet.')}</Hint>
      )}
      {deliveries.length > 0 && (
        <AccountRows label={t('Deliveries')}>
          {deliveries.map((delivery) => (
            <DeliveryRow
              key={delivery.number}
              delivery={delivery}
              now={now()}
              onSendAgain={() => void list.sendAgain(delivery.number)}
            />
          ))}
        </AccountRows>
      )}
      {next !== null && (
        <Box>
          <Button size="sm" onClick={() => void list.showMore()}>
            {t('Show older ones')}
          </Button>
        </Box>
      )}
    </>
  );
}

const signs: Readonly<Record<DeliveryState, { readonly icon: ReactNode; readonly iconColor: string }>> = {
  delivered: { icon: <LuCircleCheck />, iconColor: 'success.fg' },
  waiting: { icon: <LuClock />, iconColor: 'fg.muted' },
  failed: { icon: <LuCircleAlert />, iconColor: 'danger.fg' },
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
    <AccountRow
      {...signs[state]}
      align="flex-start"
      end={
        <Button
          size="sm"
          aria-label={
            state === 'waiting' ? t('Send now: {name}', { name }) : t('Send again: {name}', { name })
          }
          onClick={onSendAgain}
        >
          {state === 'waiting' ? t('Send now') : t('Send again')}
        </Button>
      }
    >
      <Text fontWeight="medium">{name}</Text>
      <Hint title={fullDate(at, {})}>
        {`${states()[state]} · ${relativeTime(at, { now })} · ${deliveryOutcome(delivery, now)}`}
      </Hint>
      <details>
        <Summary>{t('Message')}</Summary>
        <Message>{`webhook-id: ${messageId}\n\n${indented(body)}`}</Message>
      </details>
    </AccountRow>
  );
}

const Summary = chakra('summary', {
  base: {
    width: 'fit-content',
    color: 'fg.muted',
    cursor: 'pointer',
    _finger: { minH: 'target', py: '3' },
  },
});

const Message = chakra('pre', {
  base: {
    mt: '1',
    p: '2',
    borderRadius: 'sm',
    bg: 'bg',
    fontSize: 'xs',
    lineHeight: 'snug',
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-wrap',
  },
});

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
