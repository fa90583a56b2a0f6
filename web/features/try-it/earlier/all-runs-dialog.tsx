import { Box, Button, Collapsible, Flex, Stack, Text } from '@chakra-ui/react';
import { useSetAtom } from 'jotai';
import { useMemo, useState } from 'react';
import { LuChevronRight, LuPlay } from 'react-icons/lu';
import { languageTag, t } from '#shared/language/translate.ts';
import type { RunHead } from '#shared/model/run/run.ts';
import { promptTitles } from '../../../data/run/prompt-titles.ts';
import { allRuns, type ListedRun } from '../../../data/run/run-ring.ts';
import { useAllModels } from '../../../session/all-models.ts';
import { useLibrary } from '../../../session/open-library-context.ts';
import { useRunEngine } from '../../../session/use-run-engine.ts';
import { FullDialog } from '../../../ui/dialog/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { useLive } from '../../../ui/hooks/use-live.ts';
import { Scroller } from '../../../ui/list/scroller.tsx';
import { SkeletonRows } from '../../../ui/list/skeleton-rows.tsx';
import type { ScreenProps } from '../../on-demand.tsx';
import { modelKey, modelKeyOf } from '../columns.ts';
import { tryIt } from '../feature.tsx';
import { costWords } from '../run-figures.ts';
import { shownRunsAtom } from '../try-it-state.ts';
import { WaitingRuns } from '../waiting/waiting-runs.tsx';
import { type GroupedBy, groupRuns, type RunGroup, type RunTotals, runTotals } from './group-runs.ts';
import { ListedRunRow } from './run-row.tsx';

const groupsAtOnce = 50;

/** All runs of this device and all that are kept, added up by day, prompt or model. */
export function AllRunsDialog({ open, onClose }: ScreenProps<true>) {
  return (
    <FullDialog
      {...{ open, onClose }}
      title={t('Runs')}
      description={t(
        'The newest 200 runs of each prompt on this device and those of its cases, 100 MB in all, and every kept run of all devices.',
      )}
    >
      <Scroller flex="1" minW="0" minH="0" overflowY="auto" aria-label={t('Runs')}>
        <AllRuns onMissing={onClose} />
      </Scroller>
    </FullDialog>
  );
}

function AllRuns({ onMissing }: { onMissing(): void }) {
  const library = useLibrary();
  const engine = useRunEngine(onMissing);
  const runs = useLive(() => allRuns(library), [library]);
  const titles = useLive(() => promptTitles(library), [library]);
  const [by, setBy] = useState<GroupedBy>('day');
  const [most, setMost] = useState(groupsAtOnce);
  const ended = useMemo(() => runs?.filter(({ state }) => state !== 'waiting') ?? [], [runs]);
  const groups = useMemo(() => groupRuns(ended, keyBy(by)), [ended, by]);
  if (runs === undefined || titles === undefined || engine === null) {
    return <SkeletonRows label={t('Loading runs')} />;
  }
  if (runs.length === 0) {
    return (
      <EmptyState compact icon={<LuPlay />} title={t('No runs yet')}>
        {t('Open a prompt and press "Try it" to run it on a model.')}
      </EmptyState>
    );
  }
  const titleOf = ({ promptId }: RunHead) => titles.get(promptId) ?? t('A prompt that is gone');
  return (
    <Stack gap="4" p="4" w="full" maxW="60rem" mx="auto">
      <Waiting engine={engine} />
      <Flex gap="4" align="end" wrap="wrap">
        <Box w="12rem">
          <SelectField
            label={t('Grouped by')}
            value={by}
            options={groupings()}
            onChange={(value) => setBy(value as GroupedBy)}
          />
        </Box>
        <Text flex="1" minW="12rem" fontVariantNumeric="tabular-nums" role="status">
          {totalWords(runTotals(ended))}
        </Text>
      </Flex>
      <Stack as="ul" gap="1" aria-label={t('Groups of runs')}>
        {groups.slice(0, most).map((group) => (
          <Group
            key={`${by} ${group.key}`}
            group={group}
            name={nameOf(group, by, titleOf)}
            titleOf={by === 'prompt' ? () => null : titleOf}
          />
        ))}
      </Stack>
      {groups.length > most && (
        <Button size="sm" alignSelf="start" onClick={() => setMost(most + groupsAtOnce)}>
          {t('Show more')}
        </Button>
      )}
    </Stack>
  );
}

function Waiting({ engine }: { readonly engine: NonNullable<ReturnType<typeof useRunEngine>> }) {
  const entries = useAllModels(engine);
  return <WaitingRuns engine={engine} entryOf={(key) => entries?.find((entry) => modelKey(entry) === key)} />;
}

const groupings = () => [
  { value: 'day', label: t('Day') },
  { value: 'prompt', label: t('Prompt') },
  { value: 'model', label: t('Model') },
];

/** A day is one of the device, and its key the name of it. */
function keyBy(by: GroupedBy): (run: RunHead) => string {
  if (by === 'prompt') return ({ promptId }) => String(promptId);
  if (by === 'model') return modelNamed;
  const format = new Intl.DateTimeFormat(languageTag(), { dateStyle: 'full' });
  return ({ startedAt }) => format.format(new Date(startedAt));
}

/** A kept run of another device names no entry of this one. */
function modelNamed(run: RunHead): string {
  const { entryId, name, model } = run.model;
  return run.from === 'device' && entryId === 0 ? `kept ${name} ${model}` : modelKeyOf(run);
}

function nameOf(
  { key, runs: [newest] }: RunGroup<RunHead>,
  by: GroupedBy,
  titleOf: (run: RunHead) => string,
): string {
  if (by === 'day' || newest === undefined) return key;
  return by === 'prompt' ? titleOf(newest) : newest.model.name;
}

/** `titleOf`: of the prompt of a run; null where it goes without saying. */
type GroupProps = {
  readonly group: RunGroup<ListedRun>;
  readonly name: string;
  titleOf(run: RunHead): string | null;
};

const rowsAtOnce = 20;

function Group({ group: { runs, totals }, name, titleOf }: GroupProps) {
  const show = useShownRun();
  const [most, setMost] = useState(rowsAtOnce);
  return (
    <Collapsible.Root as="li" lazyMount unmountOnExit>
      <Collapsible.Trigger asChild>
        <Button
          variant="ghost"
          w="full"
          h="auto"
          minH="10"
          py="1.5"
          justifyContent="start"
          css={{ '&[data-state=open] > svg': { transform: 'rotate(90deg)' } }}
        >
          <LuChevronRight />
          <Flex flex="1" minW="0" columnGap="4" wrap="wrap" textAlign="start">
            <Text flex="1 1 8rem" minW="0" truncate dir="auto">
              {name}
            </Text>
            <Text color="fg.muted" fontWeight="normal" fontVariantNumeric="tabular-nums" whiteSpace="normal">
              {totalWords(totals)}
            </Text>
          </Flex>
        </Button>
      </Collapsible.Trigger>
      <Collapsible.Content>
        <Stack as="ul" gap="1" ps="6" pb="2" aria-label={name}>
          {runs.slice(0, most).map((run) => (
            <ListedRunRow key={run.id} run={run} title={titleOf(run)} onOpen={() => show(run)} />
          ))}
        </Stack>
        {runs.length > most && (
          <Button size="sm" ms="6" onClick={() => setMost(most + rowsAtOnce)}>
            {t('Show more')}
          </Button>
        )}
      </Collapsible.Content>
    </Collapsible.Root>
  );
}

/** Returns what shows a run in the window of its prompt. */
function useShownRun(): (run: RunHead) => void {
  const setShown = useSetAtom(shownRunsAtom);
  const open = useSetAtom(tryIt.openAtom);
  return (run) => {
    const { id, promptId, versionId } = run;
    const column = { model: modelKeyOf(run), versionId, setId: null };
    setShown((before) => new Map(before).set(promptId, [{ id, column }]));
    open({ promptId, versionId });
  };
}

function totalWords({ runs, inputTokens, outputTokens, costs }: RunTotals): string {
  return [
    t('{count, plural, one {# run} other {# runs}}', { count: runs }),
    t('{count, number} tokens in', { count: inputTokens }),
    t('{count, number} tokens out', { count: outputTokens }),
    costs.device === null || costs.device === 0 ? '' : costWords(costs.device, 'device'),
    costs.node === null || costs.node === 0 ? '' : t('cost {cost}', { cost: costWords(costs.node, 'node') }),
  ]
    .filter((words) => words !== '')
    .join(' · ');
}
