import { Button, Collapsible, HStack, Stack, Text } from '@chakra-ui/react';
import { useAtom } from 'jotai';
import { type ReactNode, useState } from 'react';
import { LuChevronRight } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { RunHead } from '#shared/model/run/run.ts';
import { type ListedRun, listedRuns } from '../../../data/run/run-ring.ts';
import { useLibrary } from '../../../session/open-library-context.ts';
import type { RunEngine } from '../../../session/run-engine-type.ts';
import { useLive } from '../../../ui/hooks/use-live.ts';
import { modelKeyOf } from '../columns.ts';
import { runsOfAtom } from '../feature.tsx';
import { type ComparedPair, RunCard } from '../run-card.tsx';
import { useTextName } from '../use-text-name.ts';
import type { TryIt } from '../use-try-it.ts';
import { ListedRunRow } from './run-row.tsx';

type EarlierRunsProps = {
  readonly promptId: number;
  readonly tryIt: TryIt;
  readonly engine: RunEngine;
  renderMarkdown(text: string): ReactNode;
  onCompare(answers: ComparedPair): void;
};

const rowsAtOnce = 20;

/** The runs of a prompt that are on this device or kept, and neither shown above nor wait to be sent, the newest first. */
export function EarlierRuns({ promptId, ...card }: EarlierRunsProps) {
  const library = useLibrary();
  const all = useLive(() => listedRuns(library, promptId), [library, promptId]) ?? [];
  const { currentHash } = card.tryIt;
  const [isOpen, setIsOpen] = useState(false);
  const { of, choose } = useRunsOf(promptId);
  const shown = new Set(card.tryIt.shown.map(({ id }) => id));
  const ended = all.filter(({ state }) => state !== 'waiting');
  const earlier = ended.filter(({ id }) => !shown.has(id));
  const isOfText = ({ textHash, versionId }: RunHead) =>
    of === 'current' ? textHash === currentHash : versionId === of;
  // Whoever asks for the runs of one text wants all of them, also those that are shown above.
  const runs = of === null ? earlier : ended.filter(isOfText);
  if (earlier.length === 0 && of === null) return null;
  return (
    <Collapsible.Root
      open={isOpen || of !== null}
      onOpenChange={({ open }) => {
        setIsOpen(open);
        if (!open) choose(null);
      }}
    >
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
        <OfText of={of} onChoose={choose} />
        <RunList runs={runs} {...card} />
      </Collapsible.Content>
    </Collapsible.Root>
  );
}

type RunListProps = Omit<EarlierRunsProps, 'promptId'> & { readonly runs: readonly ListedRun[] };

/** Lists runs; one of them is open as a card. */
function RunList({ runs, ...card }: RunListProps) {
  const [most, setMost] = useState(rowsAtOnce);
  const [opened, setOpened] = useState<number | null>(null);
  return (
    <>
      <Stack as="ul" gap="2" pt="2" aria-label={t('Earlier runs')}>
        {runs
          .slice(0, most)
          .map((run) =>
            run.id === opened ? (
              <RunCard key={run.id} run={{ id: run.id, column: columnOf(run) }} {...card} />
            ) : (
              <ListedRunRow
                key={run.id}
                run={run}
                own={card.tryIt.ownTextOf(run)}
                onOpen={() => setOpened(run.id)}
              />
            ),
          )}
      </Stack>
      {runs.length > most && (
        <Button size="sm" mt="2" onClick={() => setMost(most + rowsAtOnce)}>
          {t('Show more')}
        </Button>
      )}
    </>
  );
}

function columnOf(run: RunHead) {
  return { model: modelKeyOf(run), versionId: run.versionId, setId: null };
}

/** Holds the text whose runs are listed; null: all of them. */
function useRunsOf(promptId: number) {
  const [asked, ask] = useAtom(runsOfAtom);
  return {
    of: asked?.promptId === promptId ? asked.text : null,
    choose: (text: 'current' | number | null) => ask(text === null ? null : { promptId, text }),
  };
}

type OfTextProps = {
  readonly of: 'current' | number | null;
  onChoose(text: 'current' | null): void;
};

/** The text whose runs are listed, and a way to all of them, or to those of the current one. */
function OfText({ of, onChoose }: OfTextProps) {
  const version = useTextName(typeof of === 'number' ? of : null);
  if (of === null) {
    return (
      <Button size="sm" variant="ghost" onClick={() => onChoose('current')}>
        {t('Only of the current text')}
      </Button>
    );
  }
  return (
    <HStack gap="2" wrap="wrap" ps="2">
      <Text textStyle="xs" color="fg.muted">
        {of === 'current' ? t('Of the current text') : t('Of {text}', { text: version })}
      </Text>
      <Button size="sm" variant="ghost" onClick={() => onChoose(null)}>
        {t('Of all texts')}
      </Button>
    </HStack>
  );
}
