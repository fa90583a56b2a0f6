import { Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useId, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import type { RunEngine } from '../../session/run-engine-type.ts';
import { StatusChip } from '../../ui/status-chip.tsx';
import { ConnectionResult } from './connection-result.tsx';
import { ModelForm } from './model-form.tsx';
import { priceText } from './price-text.ts';
import { placeOf, presetOf } from './servers.ts';
import type { KeyPlace, Models } from './use-models.ts';

interface ModelCardProps {
  readonly entry: ModelEntry;
  readonly models: Models;
  readonly engine: RunEngine;
  onRemove(): void;
}

/** One entry: where it is, whether it answers, and what can be done with it. */
export function ModelCard({ entry, models, engine, onRemove }: ModelCardProps) {
  const [isChanging, setIsChanging] = useState(false);
  const name = useId();
  const check = models.checks.get(entry.id);
  const isRunning = check === 'running';
  return (
    <Stack as="li" gap="3" p="3" borderRadius="md" bg="bg.subtle" aria-labelledby={name}>
      <Flex wrap="wrap" align="center" rowGap="2" columnGap="3">
        <Stack flex="1 1 10rem" gap="0.5" minW="0" overflowWrap="anywhere">
          <Text fontWeight="medium" id={name} data-own-text>
            {entry.name}
          </Text>
          <Text color="fg.muted" data-own-text>
            {placeOf(entry)}
          </Text>
          {entry.price !== null && <Text color="fg.muted">{priceText(entry.price, entry.from)}</Text>}
        </Stack>
        <KeyChip place={models.keyOf(entry.id)} isNeeded={needsKey(entry)} />
      </Flex>
      {check !== undefined && check !== 'running' && (
        <ConnectionResult check={check} onAsk={() => void models.ask(entry)} />
      )}
      <Flex wrap="wrap" gap="2">
        {entry.kind !== 'browser' && (
          <Button
            size="sm"
            aria-describedby={name}
            loading={isRunning}
            loadingText={t('Testing...')}
            onClick={() => void models.check(entry)}
          >
            {t('Test')}
          </Button>
        )}
        <Button
          size="sm"
          aria-describedby={name}
          aria-expanded={isChanging}
          onClick={() => setIsChanging(!isChanging)}
        >
          {t('Change')}
        </Button>
        <Button size="sm" aria-describedby={name} onClick={onRemove}>
          {t('Remove…')}
        </Button>
      </Flex>
      {isChanging && (
        <Stack pt="3" borderTopWidth="1px">
          <ModelForm
            {...{ entry, models, engine }}
            submit={t('Save')}
            onSaved={() => setIsChanging(false)}
            onCancel={() => setIsChanging(false)}
          />
        </Stack>
      )}
    </Stack>
  );
}

function needsKey({ server }: ModelEntry): boolean {
  return !presetOf(server).isLocal && server !== 'other';
}

function KeyChip({ place, isNeeded }: { readonly place: KeyPlace; readonly isNeeded: boolean }) {
  if (place === 'device') return <StatusChip tone="success">{t('Key on this device')}</StatusChip>;
  if (place === 'tab') return <StatusChip tone="warning">{t('Key for this tab')}</StatusChip>;
  return isNeeded ? <StatusChip tone="warning">{t('No key')}</StatusChip> : null;
}
