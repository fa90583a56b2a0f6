import { Alert, Box, Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { LuSend, LuTrash2 } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { expectedCost } from '#shared/model/run/expected-cost.ts';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import type { Run } from '#shared/model/run/run.ts';
import { promptTitles } from '../../../data/run/prompt-titles.ts';
import { removeRuns } from '../../../data/run/run-ring.ts';
import { waitingRuns } from '../../../data/run/waiting-runs.ts';
import { useLibrary } from '../../../session/open-library-context.ts';
import type { RunEngine } from '../../../session/run-engine-type.ts';
import { useLive } from '../../../ui/hooks/use-live.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { modelKeyOf } from '../columns.ts';
import { costWords } from '../run-figures.ts';
import { useTextName } from '../use-text-name.ts';
import { useOnline } from './use-online.ts';

type WaitingRunsProps = {
  readonly engine: Pick<RunEngine, 'runs'>;
  /** Undefined: the model is gone. */
  entryOf(key: string): ModelEntry | undefined;
};

/** The runs of all prompts that were begun without a network, to be sent by a press. Nothing without any. */
export function WaitingRuns({ engine, entryOf }: WaitingRunsProps) {
  const library = useLibrary();
  const isOnline = useOnline();
  const runs = useLive(() => waitingRuns(library), [library]) ?? [];
  const titles = useLive(() => promptTitles(library), [library]);
  const [isMissing, setMissing] = useState(false);
  if (runs.length === 0) return null;

  async function send(sent: readonly Run[]): Promise<void> {
    const models = sent.map((run) => ({ run, model: entryOf(modelKeyOf(run)) }));
    setMissing(models.some(({ model }) => model === undefined));
    for (const { run, model } of models) if (model !== undefined) await engine.runs.send(run.id, model);
  }

  return (
    <Box borderWidth="1px" borderRadius="md" p="3">
      <Flex gap="2" align="center" wrap="wrap">
        <Text flex="1" minW="0" fontWeight="medium">
          {t('Waiting to be sent ({count})', { count: runs.length })}
        </Text>
        {runs.length > 1 && (
          <Button size="sm" disabled={!isOnline} onClick={() => void send(runs)}>
            {t('Send all')}
          </Button>
        )}
      </Flex>
      <Text textStyle="xs" color="fg.muted" role="status">
        {isOnline
          ? t('The network is there. Nothing is sent before you send it.')
          : t('This device has no network. You can send these once it is back.')}
      </Text>
      {isMissing && (
        <Alert.Root status="warning" role="alert" mt="2">
          {t('The model of a run is not in Models any more, or the server does not offer it now.')}
        </Alert.Root>
      )}
      <Stack as="ul" gap="1" pt="2" aria-label={t('Waiting to be sent')}>
        {runs.map((run) => (
          <WaitingRun
            key={run.id}
            {...{ run, isOnline }}
            title={titles?.get(run.promptId) ?? ''}
            model={entryOf(modelKeyOf(run))}
            onSend={() => void send([run])}
          />
        ))}
      </Stack>
    </Box>
  );
}

type WaitingRunProps = {
  readonly run: Run;
  readonly title: string;
  readonly model: ModelEntry | undefined;
  readonly isOnline: boolean;
  onSend(): void;
};

function WaitingRun({ run, title, model, isOnline, onSend }: WaitingRunProps) {
  const library = useLibrary();
  const text = useTextName(run.versionId);
  return (
    <Flex as="li" gap="1" align="center">
      <Box flex="1" minW="0">
        <Text truncate dir="auto" textStyle="sm">
          {[title, run.model.name, text].filter((part) => part !== '').join(' · ')}
        </Text>
        <Text textStyle="xs" color="fg.muted">
          {expectedWords(run, model)}
        </Text>
      </Box>
      <IconButton icon={<LuSend />} label={t('Send this run')} disabled={!isOnline} onClick={onSend} />
      <IconButton
        icon={<LuTrash2 />}
        label={t('Remove run')}
        onClick={() => void removeRuns(library, [run.id])}
      />
    </Flex>
  );
}

function expectedWords(run: Run, model: ModelEntry | undefined): string {
  const { tokens, sent, most } = expectedCost(run, model?.price ?? null);
  if (sent === null) return t('about {count, number} tokens', { count: tokens });
  const cost = costWords(sent, run.from);
  return most === null
    ? t('about {count, number} tokens for {cost}, and what the answer costs', { count: tokens, cost })
    : t('about {count, number} tokens for {cost}, and at most {most} for the answer', {
        ...{ count: tokens, cost, most: costWords(most, run.from) },
      });
}
