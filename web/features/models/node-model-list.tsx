import { Stack, Text } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import type { RunEngine } from '../../session/run-engine-type.ts';
import { Section } from '../../ui/dialog-parts/section.tsx';
import { priceText } from './price-text.ts';

/** Lists what the node offers. Nothing is shown where it offers nothing, or does not answer. */
export function NodeModelList({ nodeModels }: Pick<RunEngine, 'nodeModels'>) {
  const [offered, setOffered] = useState<readonly ModelEntry[]>([]);
  useEffect(() => {
    let isShown = true;
    void nodeModels().then((models) => isShown && setOffered(models ?? []));
    return () => {
      isShown = false;
    };
  }, [nodeModels]);
  if (offered.length === 0) return null;
  return (
    <Section title={t('Models of the node')}>
      <Text color="fg.muted">
        {t('The node calls these with keys of its admin. What you run goes through it, and needs a network.')}
      </Text>
      <Stack as="ul" gap="1" aria-label={t('Models of the node')}>
        {offered.map(({ name, price }) => (
          <Stack as="li" key={name} gap="0.5" py="2" px="3" borderRadius="md" bg="bg.subtle">
            <Text fontWeight="medium" overflowWrap="anywhere">
              {name}
            </Text>
            {price !== null && <Text color="fg.muted">{priceText(price, 'node')}</Text>}
          </Stack>
        ))}
      </Stack>
    </Section>
  );
}
