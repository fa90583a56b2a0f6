import { Box, Card, Flex, Heading, Text } from '@chakra-ui/react';
import { memo, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { LuCopy, LuGitCompare, LuRefreshCw, LuSquare } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { Run } from '#shared/model/run/run.ts';
import type { LiveRun } from '#shared/model/run/run-request.ts';
import { isRunKept, readRun } from '../../data/run/run-ring.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import type { RunEngine } from '../../session/run-engine-type.ts';
import { copyText } from '../../ui/copy-text.ts';
import { useLive } from '../../ui/hooks/use-live.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { onSinglePress } from '../../ui/keys/on-single-press.ts';
import { useNotify } from '../../ui/provider.tsx';
import { MakeCaseButton } from './cases/make-case-button.tsx';
import { KeepButton } from './earlier/keep-button.tsx';
import { FollowUp } from './follow-up.tsx';
import { RunAnswer } from './run-answer.tsx';
import { runFigures, stateWords } from './run-figures.ts';
import { RunProblems } from './run-problems.tsx';
import { RunRating } from './run-rating.tsx';
import { Sent } from './sent.tsx';
import type { ShownRun } from './try-it-state.ts';
import { useLiveRun } from './use-live-runs.ts';
import { useTextName } from './use-text-name.ts';
import type { TryIt } from './use-try-it.ts';

export type RunCardProps = {
  readonly run: ShownRun;
  readonly tryIt: TryIt;
  readonly engine: RunEngine;
  renderMarkdown(text: string): ReactNode;
  onCompare(answers: ComparedPair): void;
};

/** The runs whose answers are compared. */
export type ComparedPair = { readonly before: number; readonly after: number };

/** One answer, as it comes and as it was kept. While it comes, its text alone is drawn again and again. */
export function RunCard({ run: shown, tryIt, engine, renderMarkdown, onCompare }: RunCardProps) {
  const live = useLiveRun(engine, shown.id);
  const run = useShownRun(shown.id, live);
  const phase = live?.phase ?? null;
  const isRunning = phase !== null && phase !== 'ended';
  const text = useTextName(run?.versionId ?? null, run == null ? null : tryIt.ownTextOf(run, isRunning));
  const card = useRef<HTMLDivElement>(null);
  useFocusAtFirst(card, tryIt.followed === shown.id);
  const set = tryIt.sets.find(({ id }) => id === shown.column.setId);
  if (run === undefined) return <Card.Root as="li" minH="24" />;
  if (run === null) return null;
  const madeOf = [text, set?.name ?? ''].filter((part) => part !== '').join(' · ');
  // Also of a run of another tab.
  const hasEnded = !isRunning && !['waiting', 'queued', 'running'].includes(run.state);
  const { messages, attachments, settings } = run;
  return (
    <Card.Root
      as="li"
      size="sm"
      ref={card}
      tabIndex={-1}
      outlineOffset="-2px"
      aria-label={`${run.model.name} · ${madeOf}`}
      aria-busy={isRunning}
    >
      <Card.Header as={Flex} flexDirection="row" alignItems="center" gap="1">
        <CardTitle name={run.model.name} madeOf={madeOf} />
        {isRunning && <StopButton id={shown.id} engine={engine} />}
        {hasEnded && <CardActions {...{ run, shown, tryIt, onCompare }} />}
      </Card.Header>
      <Card.Body gap="3" pt="2">
        <Figures state={stateWords(run, phase)} figures={runFigures(run).join(' · ')} />
        <RunProblems problems={run.problems} engine={engine} entry={tryIt.entryOf(shown.column.model)} />
        <RunAnswer run={run} isRunning={isRunning} renderMarkdown={renderMarkdown} />
        {hasEnded && <FollowUp run={run} shown={shown} tryIt={tryIt} />}
        {hasEnded && run.state !== 'failed' && <RunRating run={run} />}
        <Sent {...{ messages, attachments, settings }} />
      </Card.Body>
    </Card.Root>
  );
}

/** A card that takes the place of one takes the focus that was in it. */
function useFocusAtFirst(card: RefObject<HTMLElement | null>, isWanted: boolean): void {
  const wasWanted = useRef(isWanted);
  useEffect(() => {
    if (wasWanted.current) card.current?.focus({ preventScroll: true });
  }, [card]);
}

const CardTitle = memo(function CardTitle(props: { readonly name: string; readonly madeOf: string }) {
  return (
    <Box flex="1" minW="0">
      <Heading as="h3" size="xs" truncate dir="auto">
        {props.name}
      </Heading>
      <Text textStyle="xs" color="fg.muted" truncate dir="auto">
        {props.madeOf}
      </Text>
    </Box>
  );
});

const StopButton = memo(function StopButton({
  id,
  engine,
}: {
  readonly id: number;
  readonly engine: RunEngine;
}) {
  return <IconButton icon={<LuSquare />} label={t('Stop')} onClick={() => engine.runs.stop(id)} />;
});

const Figures = memo(function Figures(props: { readonly state: string; readonly figures: string }) {
  return (
    <Box textStyle="xs" color="fg.muted" fontVariantNumeric="tabular-nums">
      <Text role="status">{props.state}</Text>
      <Text>{props.figures}</Text>
    </Box>
  );
});

/**
 * Returns a run as it comes, then as it is kept; undefined until it is read, null where it is gone. In between it stays as
 * it ended: whoever has begun to answer it must not lose their words.
 */
function useShownRun(id: number, live: LiveRun | undefined): Run | null | undefined {
  const library = useLibrary();
  const isLive = live !== undefined;
  const kept = useLive(() => (isLive ? undefined : readRun(library, id)), [library, id, isLive]);
  // Also where its end was drawn together with its going.
  const last = useRef<Run>(undefined);
  useLayoutEffect(() => {
    if (live !== undefined) last.current = live.run;
  }, [live]);
  if (isLive) return live.run;
  return kept === undefined ? last.current : kept;
}

type CardActionsProps = Pick<RunCardProps, 'tryIt' | 'onCompare'> & {
  readonly run: Run;
  readonly shown: ShownRun;
};

function CardActions({ run, shown, tryIt, onCompare }: CardActionsProps) {
  const library = useLibrary();
  const notify = useNotify();
  const isKept = useLive(() => isRunKept(library, run.id), [library, run.id]) ?? false;
  const first = tryIt.shown[0]?.id;

  async function copy(): Promise<void> {
    try {
      await copyText(window, run.answer);
      notify({ title: t('Answer copied') });
    } catch {
      const description = t('Could not copy to clipboard. Please try again.');
      notify({ title: t('Failed to copy'), description, kind: 'destructive' });
    }
  }

  return (
    <>
      {first !== undefined && first !== shown.id && run.answer !== '' && (
        <IconButton
          icon={<LuGitCompare />}
          label={t('Compare with the first answer')}
          onClick={() => onCompare({ before: first, after: shown.id })}
        />
      )}
      <IconButton
        icon={<LuCopy />}
        label={t('Copy answer')}
        disabled={run.answer === ''}
        onClick={() => void copy()}
      />
      {isKeepable(run) && <KeepButton run={run} isKept={isKept} />}
      {isKeepable(run) && <MakeCaseButton run={run} />}
      <IconButton
        icon={<LuRefreshCw />}
        label={t('Run again')}
        onClick={onSinglePress(() => void tryIt.again(shown))}
      />
    </>
  );
}

function isKeepable({ state, answer, reasoning, toolCalls }: Run): boolean {
  return state !== 'failed' && (answer !== '' || reasoning !== '' || toolCalls.length > 0);
}
