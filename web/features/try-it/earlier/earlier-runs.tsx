import { Badge, Box, Button, Collapsible, Flex, Stack, Text } from '@chakra-ui/react';
import { type ReactNode, useState } from 'react';
import { LuChevronRight, LuTrash2 } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { RunHead } from '#shared/model/run/run.ts';
import { fullDate, relativeTime } from '#shared/text/relative-time.ts';
import { removeRuns, runsOfPrompt } from '../../data/run/kept-runs.ts';
import { useLibrary, useNow } from '../../session/open-library-context.ts';
import type { RunEngine } from '../../session/run-engine-type.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useLive } from '../../ui/use-live.ts';
import { type ComparedPair, RunCard } from './run-card.tsx';
import { useTextName } from './use-text-name.ts';
import type { TryIt } from './use-try-it.ts';

type EarlierRunsProps = {
  readonly promptId: number;
  readonly tryIt: TryIt;
  readonly engine: RunEngine;
  renderMarkdown(text: string): ReactNode;
  onCompare(answers: ComparedPair): void;
};

const rowsAtOnce = 20;

/** The runs of a prompt that are kept on this device and not shown above, the newest first. */
export function EarlierRuns({ promptId, tryIt, engine, renderMarkdown, onCompare }: EarlierRunsProps) {
  const library = useLibrary();
  const all = useLive(() => runsOfPrompt(library, promptId), [library, promptId]) ?? [];
  const [most, setMost] = useState(rowsAtOnce);
  const [opened, setOpened] = useState<number | null>(null);
  const shown = new Set(tryIt.shown.map(({ id }) => id));
  const runs = all.filter(({ id }) => !shown.has(id));
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
                <Row
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

function columnOf({ from, model, versionId }: RunHead) {
  const key = from === 'node' ? `node ${model.name}` : `device ${model.entryId}`;
  return { model: key, versionId, setId: null };
}

type RowProps = { readonly run: RunHead; onOpen(): void; onRemove(): void };

function Row({ run, onOpen, onRemove }: RowProps) {
  const now = useNow();
  const text = useTextName(run.versionId);
  return (
    <Flex as="li" gap="1" align="start">
      <Button variant="ghost" flex="1" minW="0" h="auto" py="1.5" justifyContent="start" onClick={onOpen}>
        <Box minW="0" textAlign="start">
          <Text truncate dir="auto" textStyle="sm">
            {run.model.name} · {text}{' '}
            {run.rating.verdict === 'better' && <Badge colorPalette="success">{t('Better')}</Badge>}
            {run.rating.verdict === 'worse' && <Badge colorPalette="danger">{t('Worse')}</Badge>}
          </Text>
          <Text truncate dir="auto" textStyle="xs" color="fg.muted" fontWeight="normal">
            <time dateTime={run.startedAt} data-tooltip={fullDate(run.startedAt, {})}>
              {relativeTime(run.startedAt, { now: now() })}
            </time>
            {run.excerpt === '' ? '' : ` · ${run.excerpt.replace(/\s+/g, ' ')}`}
          </Text>
        </Box>
      </Button>
      <IconButton icon={<LuTrash2 />} label={t('Remove run')} onClick={onRemove} />
    </Flex>
  );
}
