import { Flex, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { t } from '#shared/language/translate.ts';
import { TextField } from '../../ui/field/text-field.tsx';
import type { DraftErrors, ModelDraft } from './model-draft.ts';
import { presetOf } from './servers.ts';

export type DraftFieldsProps = {
  readonly draft: ModelDraft;
  readonly errors: DraftErrors;
  change(next: Partial<ModelDraft>): void;
};

/** Fields beside each other where there is room. */
export function Pair({ children }: { readonly children: ReactNode }) {
  return (
    <Flex wrap="wrap" gap="4" css={{ '& > *': { flex: '1 1 10rem', minW: '0' } }}>
      {children}
    </Flex>
  );
}

export function DefaultFields({ draft, errors, change }: DraftFieldsProps) {
  return (
    <>
      <Pair>
        <TextField
          label={t('Temperature')}
          name="temperature"
          value={draft.temperature}
          error={errors.temperature}
          onChange={(temperature) => change({ temperature })}
        />
        <TextField
          label={t('Most tokens of an answer')}
          name="maxTokens"
          value={draft.maxTokens}
          error={errors.maxTokens}
          onChange={(maxTokens) => change({ maxTokens })}
        />
        <TextField
          label={t('Runs at once')}
          name="atOnce"
          value={draft.atOnce}
          error={errors.atOnce}
          onChange={(atOnce) => change({ atOnce })}
        />
      </Pair>
      <Text textStyle="xs" color="fg.muted">
        {t('Temperature and tokens count for prompts that have none of their own.')}
      </Text>
      {!presetOf(draft.server).isLocal && <PriceFields {...{ draft, errors, change }} />}
    </>
  );
}

/** In dollars; filled from the catalogue when the model is named, and correctable. */
function PriceFields({ draft, errors, change }: DraftFieldsProps) {
  return (
    <Pair>
      <TextField
        label={t('Dollars for a million tokens in')}
        name="priceIn"
        value={draft.priceIn}
        error={errors.priceIn}
        onChange={(priceIn) => change({ priceIn })}
      />
      <TextField
        label={t('Dollars for a million tokens out')}
        name="priceOut"
        value={draft.priceOut}
        onChange={(priceOut) => change({ priceOut })}
      />
    </Pair>
  );
}
