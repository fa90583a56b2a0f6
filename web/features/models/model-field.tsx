import { Button, Flex, Input, Stack } from '@chakra-ui/react';
import { useId, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import type { Id } from '#shared/model/ids.ts';
import type { ListedModels } from '#shared/model/run/connection.ts';
import { runProblemWords } from '#shared/text/run-problem-words.ts';
import { useNow } from '../../session/open-library-context.ts';
import type { RunEngine } from '../../session/run-engine-type.ts';
import { RemedyNote } from '../../ui/dialog-parts/remedy-note.tsx';
import { Field } from '../../ui/field/field.tsx';
import type { DraftFieldsProps } from './draft-fields.tsx';
import { readDraft } from './model-draft.ts';
import { presetOf } from './servers.ts';

type ModelFieldProps = DraftFieldsProps & {
  readonly engine: RunEngine;
  readonly id: Id;
  /** Undefined: none was typed. */
  typedKey(): string | undefined;
};

/** The id of the model: typed, or taken from what the endpoint lists. Its price is looked up when it is left. */
export function ModelField({ draft, errors, change, engine, id, typedKey }: ModelFieldProps) {
  const now = useNow();
  const offered = useId();
  const [listed, setListed] = useState<ListedModels | 'running' | null>(null);

  async function list(): Promise<void> {
    // The list is asked for before a model is named.
    const read = readDraft({ ...draft, model: draft.model || '-' }, { id });
    if ('errors' in read) return change({ address: draft.address.trim() });
    setListed('running');
    setListed(await engine.listModels(read.entry, typedKey()));
  }

  const isListed = listed !== null && listed !== 'running' && listed.kind === 'listed';
  return (
    <Stack gap="3">
      <Flex wrap="wrap" align="flex-start" gap="2">
        <Flex flex="1 1 8rem" minW="0">
          <Field
            label={t('Model')}
            error={errors.model}
            {...(isListed && {
              hint: t(
                '{count, plural, =0 {The endpoint has no model} one {# model there} other {# models there}}',
                {
                  count: listed.models.length,
                },
              ),
            })}
          >
            <ModelInput
              {...{ offered }}
              value={draft.model}
              onChange={(model) => change({ model })}
              onLeave={() => void fillPrice({ draft, change, engine })}
            />
          </Field>
        </Flex>
        <Button
          mt="7"
          loading={listed === 'running'}
          loadingText={t('Asking...')}
          onClick={() => void list()}
        >
          {t('List models')}
        </Button>
      </Flex>
      <datalist id={offered}>
        {isListed && listed.models.map((model) => <option key={model} value={model} />)}
      </datalist>
      {listed !== null && listed !== 'running' && listed.kind === 'failed' && (
        <RemedyNote {...runProblemWords(listed.problem, now())} />
      )}
    </Stack>
  );
}

interface ModelInputProps {
  readonly value: string;
  /** The id of the list that it offers. */
  readonly offered: string;
  onChange(text: string): void;
  onLeave(): void;
}

function ModelInput({ value, offered, onChange, onLeave }: ModelInputProps) {
  return (
    <Input
      name="model"
      type="text"
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      list={offered}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onLeave}
    />
  );
}

type PriceLookUp = Pick<ModelFieldProps, 'draft' | 'change' | 'engine'>;

/** Fills the prices of a model that is in the catalogue, unless they were typed. */
async function fillPrice({ draft, change, engine }: PriceLookUp): Promise<void> {
  const preset = presetOf(draft.server);
  if (preset.isLocal || draft.priceIn !== '' || draft.priceOut !== '') return;
  const price = await engine.priceOf({ address: draft.address, model: draft.model, kind: preset.kind });
  if (price !== null) change({ priceIn: String(price.in), priceOut: String(price.out) });
}
