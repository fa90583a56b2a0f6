import { Alert, Box, Button, Flex, Grid, Stack, Text } from '@chakra-ui/react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { LuPlay, LuSquare } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { mostFilledUnits } from '#shared/templates/prompt-parts.ts';
import type { RunEngine } from '../../session/run-engine-type.ts';
import { useKeptRequest } from '../../ui/hooks/use-kept-request.ts';
import { onSinglePress } from '../../ui/keys/on-single-press.ts';
import { commandKey } from '../../ui/keys/pressed-key.ts';
import { SkeletonRows } from '../../ui/list/skeleton-rows.tsx';
import { Choosers } from './choosers.tsx';
import { mostColumns } from './columns.ts';
import { ComparedAnswers } from './compared-answers.tsx';
import { EarlierRuns } from './earlier/earlier-runs.tsx';
import { NoModels } from './no-models.tsx';
import { type ComparedPair, RunCard } from './run-card.tsx';
import type { Hindrance } from './start-run.ts';
import { useRunningCount } from './use-live-runs.ts';
import { type TriedPrompt, type TryIt, useTryIt } from './use-try-it.ts';
import { WaitingRuns } from './waiting/waiting-runs.tsx';

export type TryItProps = {
  readonly engine: RunEngine;
  readonly tried: TriedPrompt;
  /** Side by side, else one under the other. */
  readonly isWide: boolean;
  renderMarkdown(text: string): ReactNode;
  onOpenModels(): void;
};

/** Runs a prompt: chooses models, texts and values, and shows the answers as they come. */
export function TryItBody(props: TryItProps) {
  const { engine, tried, isWide, onOpenModels } = props;
  const tryIt = useTryIt(engine, tried);
  const { models, shown } = tryIt;
  const [compared, setCompared] = useState<ComparedPair | null>(null);
  const kept = useKeptRequest(compared);
  if (models.entries === undefined) return <SkeletonRows label={t('Loading models')} />;
  if (models.entries.length === 0) return <NoModels onOpenModels={onOpenModels} />;

  function onKeyDown(event: KeyboardEvent): void {
    if (commandKey(event) !== 'Enter' || event.defaultPrevented) return;
    event.preventDefault();
    if (!event.repeat) void tryIt.run();
  }

  return (
    <Stack gap="4" p="4" onKeyDown={onKeyDown}>
      <Choosers tryIt={tryIt} promptId={tried.promptId} onOpenModels={onOpenModels} />
      <Start tryIt={tryIt} engine={engine} />
      <WaitingRuns engine={engine} entryOf={tryIt.entryOf} />
      {tryIt.hindrance !== null && <Hindered hindrance={tryIt.hindrance} tryIt={tryIt} />}
      {shown.length > 0 && (
        <Grid
          as="ul"
          aria-label={t('Answers')}
          gap="4"
          alignItems="start"
          templateColumns={isWide ? gridOf(shown.length) : 'minmax(0, 1fr)'}
        >
          {shown.map((run) => (
            <RunCard
              key={run.id}
              {...{ run, tryIt, engine }}
              renderMarkdown={props.renderMarkdown}
              onCompare={setCompared}
            />
          ))}
        </Grid>
      )}
      <EarlierRuns
        {...{ tryIt, engine }}
        promptId={tried.promptId}
        renderMarkdown={props.renderMarkdown}
        onCompare={setCompared}
      />
      {kept.shown !== null && (
        <ComparedAnswers
          key={kept.opening}
          {...kept.shown}
          tryIt={tryIt}
          open={compared !== null}
          onClose={() => setCompared(null)}
        />
      )}
    </Stack>
  );
}

/** Up to three answers beside each other, and fewer where one would be too narrow to be read. */
function gridOf(count: number): string {
  const columns = Math.min(count, 3);
  const equal = `(100% - ${columns - 1} * {spacing.4}) / ${columns}`;
  return `repeat(auto-fill, minmax(min(100%, max(18rem, ${equal})), 1fr))`;
}

function Start({ tryIt, engine }: { readonly tryIt: TryIt; readonly engine: RunEngine }) {
  const { columns, isTooMany, shown } = tryIt;
  const running = useRunningCount(
    engine,
    shown.map(({ id }) => id),
  );
  const count = Math.min(columns.length, mostColumns);
  return (
    <Flex gap="2" align="center" wrap="wrap">
      <Button
        variant="solid"
        disabled={columns.length === 0}
        onClick={onSinglePress(() => void tryIt.run())}
        data-tooltip={t('Run (Ctrl+Enter)')}
      >
        <LuPlay />
        {count > 1 ? t('Run {count}', { count }) : t('Run')}
      </Button>
      {running > 0 && (
        <Button onClick={tryIt.stopAll}>
          <LuSquare />
          {running > 1 ? t('Stop all') : t('Stop')}
        </Button>
      )}
      {isTooMany && (
        <Text textStyle="xs" color="warning.fg">
          {t('{count} combinations are chosen; the first {most} are run.', {
            count: columns.length,
            most: mostColumns,
          })}
        </Text>
      )}
    </Flex>
  );
}

function Hindered({ hindrance, tryIt }: { readonly hindrance: Hindrance; readonly tryIt: TryIt }) {
  const canGoOn = hindrance.kind === 'holes';
  return (
    <Alert.Root status="warning" role="alert" flexWrap="wrap" alignItems="center" gap="2">
      <Box flex="1 1 12rem" overflowWrap="anywhere">
        {hindranceWords(hindrance)}
      </Box>
      {canGoOn && (
        <Button size="sm" onClick={onSinglePress(() => void tryIt.run(true))}>
          {t('Run anyway')}
        </Button>
      )}
    </Alert.Root>
  );
}

const namesIn = (names: readonly string[], words: (some: string) => string) =>
  names.length === 0 ? '' : words(names.slice(0, 5).join(', '));

function hindranceWords(hindrance: Hindrance): string {
  switch (hindrance.kind) {
    case 'holes':
      return [
        namesIn(hindrance.missing, (names) => t('Without a value: {names}', { names })),
        namesIn(hindrance.snippets, (names) =>
          t('Some snippets are not found, and are sent as they are written: {names}', { names }),
        ),
      ]
        .filter((words) => words !== '')
        .join(' · ');
    case 'gone':
      return t('The version, value set or model that was chosen is gone. Choose another one.');
    case 'fileAway':
      return t('A chosen file is not on this device, and the server does not give it now.');
    case 'pictureAway':
      return t('A picture of the conversation is not on this device, and the server does not give it now.');
    case 'tooLarge':
      return t('The filled text would be larger than {most} MB. Shorten a value.', {
        most: mostFilledUnits / 1024 / 1024,
      });
    case 'unread':
      return t('The run could not be begun: this device could not read the prompt.');
  }
}
