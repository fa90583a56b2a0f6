import { Box, Text } from '@chakra-ui/react';
import { useAtom } from 'jotai';
import { useMemo } from 'react';
import { z } from 'zod';
import { t } from '#shared/language/translate.ts';
import { Id } from '#shared/model/ids.ts';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import { promptsWithTag } from '../../../data/queries/prompt-tags.ts';
import { type RubricJudge, readJudgeText } from '../../../data/run/rubric-runs.ts';
import { useLibrary } from '../../../session/open-library-context.ts';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { useLive } from '../../../ui/hooks/use-live.ts';
import { storedAtom } from '../../stored-atom.ts';
import { modelKey } from '../columns.ts';

/** Of this device. `model`: as `modelKey` has it; null: nobody judges. `promptId`: null: with our own prompt. */
const chosenJudgeAtom = storedAtom(
  'rubric-judge',
  z.object({ model: z.string().nullable(), promptId: Id.nullable() }),
  { model: null, promptId: null },
);

/** A prompt with it can take the place of our own. */
const judgeTag = 'judge';

/** Returns the model that judges by rubrics, null where none is chosen or it is not read yet. */
export function useRubricJudge(entries: readonly ModelEntry[] | undefined): RubricJudge | null {
  const library = useLibrary();
  const [{ model, promptId }] = useAtom(chosenJudgeAtom);
  const entry = entries?.find((each) => modelKey(each) === model);
  const text = useLive(() => readJudgeText(library, promptId), [library, promptId]);
  return useMemo(
    () => (entry === undefined || text === undefined ? null : { model: entry, text }),
    [entry, text],
  );
}

/** Chooses the model that judges by rubrics, and the prompt that it is sent. */
export function RubricJudgeFields({ entries }: { readonly entries: readonly ModelEntry[] }) {
  const library = useLibrary();
  const [chosen, setChosen] = useAtom(chosenJudgeAtom);
  const prompts = useLive(() => promptsWithTag(library, judgeTag), [library]) ?? [];
  const isThere = entries.some((entry) => modelKey(entry) === chosen.model);
  return (
    <>
      <Box w="12rem">
        <SelectField
          label={t('Judge of rubrics')}
          value={isThere ? (chosen.model ?? '') : ''}
          options={[
            { value: '', label: t('none') },
            ...entries.map((entry) => ({ value: modelKey(entry), label: entry.name })),
          ]}
          onChange={(model) => setChosen({ ...chosen, model: model === '' ? null : model })}
        />
      </Box>
      {isThere && prompts.length > 0 && (
        <Box w="12rem">
          <SelectField
            label={t("Judge's prompt")}
            value={String(chosen.promptId ?? '')}
            options={[
              { value: '', label: t('Built in') },
              ...prompts.map(({ id, title }) => ({ value: String(id), label: title })),
            ]}
            onChange={(id) => setChosen({ ...chosen, promptId: id === '' ? null : Number(id) })}
          />
        </Box>
      )}
      {isThere && (
        <Text textStyle="xs" color="fg.muted" maxW="22rem">
          {t('Small models judge badly: read some of the verdicts before you trust them.')}
        </Text>
      )}
    </>
  );
}
