import { Button, Collapsible, Stack } from '@chakra-ui/react';
import { type ReactNode, useState } from 'react';
import { LuChevronRight } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { RunHead } from '#shared/model/run/run.ts';
import { removeRuns, runsOfPrompt } from '../../../data/run/kept-runs.ts';
import { useLibrary } from '../../../session/open-library-context.ts';
import type { RunEngine } from '../../../session/run-engine-type.ts';
import { useLive } from '../../../ui/use-live.ts';
import { modelKeyOf } from '../columns.ts';
import { type ComparedPair, RunCard } from '../run-card.tsx';
import type { TryIt } from '../use-try-it.ts';
import { RunRow } from './run-row.tsx';

type EarlierRunsProps = {
  readonly promptId: number;
  readonly tryIt: TryIt;
  readonly engine: RunEngine;
  renderMarkdown(text: string): ReactNode;
  onCompare(answers: ComparedPair): void;
};

const rowsAtOnce = 20;

/** The runs of a prompt that are kept on this device and neither shown above nor wait to be sent, the newest first. */
export function EarlierRuns({ promptId, tryIt, engine, renderMarkdown, onCompare }: EarlierRunsProps) {
  const library = useLibrary();
  const all = useLive(() => runsOfPrompt(library, promptId), [library, promptId]) ?? [];
  const [most, setMost] = useState(rowsAtOnce);
  const [opened, setOpened] = useState<number | null>(null);
  const shown = new Set(tryIt.shown.map(({ id }) => id));
  const runs = all.filter(({ id, state }) => state !== 'waiting' && !shown.has(id));
  if (runs.length === 0) return null;
  return (
    <Collapsible.Root>
      <Collapsible.Trigger asChild>
        <Button
          size="sm"
          variant="ghost"
          css={{ '&[data-state=open] > svg': { transform: 'rotate(90deg)' } }}
        >
          <LuChevronRight />
          {t('Earlier runs ({count})', { count: runs.length })}
        </Button>
      </Collapsible.Trigger>
      <Collapsible.Content>
        <Stack as="ul" gap="2" pt="2" aria-label={t('Earlier runs')}>
          {runs
            .slice(0, most)
            .map((run) =>
              run.id === opened ? (
                <RunCard
                  key={run.id}
                  run={{ id: run.id, column: columnOf(run) }}
                  {...{ tryIt, engine, renderMarkdown, onCompare }}
                />
              ) : (
                <RunRow
                  key={run.id}
                  run={run}
                  onOpen={() => setOpened(run.id)}
                  onRemove={() => void removeRuns(library, [run.id])}
                />
              ),
            )}
        </Stack>
        {runs.length > most && (
          <Button size="sm" mt="2" onClick={() => setMost(most + rowsAtOnce)}>
            {t('Show more')}
          </Button>
        )}
      </Collapsible.Content>
    </Collapsible.Root>
  );
}

function columnOf(run: RunHead) {
  return { model: modelKeyOf(run), versionId: run.versionId, setId: null };
}
