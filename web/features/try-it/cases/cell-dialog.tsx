import { Alert, Box, Button, chakra, Flex, Span, Stack, Text } from '@chakra-ui/react';
import { useEffect, useMemo, useState } from 'react';
import { caseOfText, checksOf } from '#shared/checks/filled-checks.ts';
import type { Verdict } from '#shared/checks/judge-answer.ts';
import { t } from '#shared/language/translate.ts';
import type { JsonValue } from '#shared/model/checks/json.ts';
import type { TestCase } from '#shared/model/checks/test-case.ts';
import type { Run } from '#shared/model/run/run.ts';
import type { Library } from '../../../data/database/library.ts';
import { isRunKept, readRun } from '../../../data/run/run-ring.ts';
import { useLibrary } from '../../../session/open-library-context.ts';
import type { RunEngine } from '../../../session/run-engine-type.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { useLive } from '../../../ui/hooks/use-live.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { ComparedAnswers } from '../compared-answers.tsx';
import { KeepButton } from '../earlier/keep-button.tsx';
import { runFigures } from '../run-figures.ts';
import { RunProblems } from '../run-problems.tsx';
import { RunRating } from '../run-rating.tsx';
import { FindVersion } from './bisect/find-version.tsx';
import { cellIcons, cellWords } from './cell-words.tsx';
import { type Judges, judgedAnswer, rubricsOn } from './judge-portion.ts';
import type { CaseColumn } from './look-at-cells.ts';

export type OpenCell = {
  readonly test: TestCase;
  readonly column: CaseColumn;
  readonly hasFailed: boolean;
  readonly runId: number;
  /** As the table knew it: the run may have been removed since. */
  readonly hasTexts: boolean;
  /** The run of the baseline; null: there is none. */
  readonly beforeId: number | null;
};

type CellDialogProps = {
  readonly engine: RunEngine;
  readonly cell: OpenCell;
  readonly judges: Judges;
  readonly open: boolean;
  onClose(): void;
};

/** The answer to a case, with what each of its checks says. */
export function CellDialog({ cell, judges, engine, open, onClose }: CellDialogProps) {
  const library = useLibrary();
  const run = useLive(() => readRun(library, cell.runId), [library, cell.runId]);
  const isKept = useLive(() => isRunKept(library, cell.runId), [library, cell.runId]);
  const [isComparing, setComparing] = useState(false);
  const test = useMemo(() => caseOfText(cell.test, cell.column.text.read), [cell]);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      width="wide"
      title={t('Answer')}
      footer={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      {run === undefined && <Spinner label={t('Loading the answer')} />}
      {run === null && (
        <Text>
          {cell.hasTexts
            ? t('This answer is no longer on this device.')
            : t('This answer is no longer on this device: it made room for newer ones. Its outcome is kept.')}
        </Text>
      )}
      {run != null && (
        <Stack gap="4">
          <Text fontWeight="medium" dir="auto" overflowWrap="anywhere" data-own-text>
            {cell.test.name}
          </Text>
          <Text textStyle="xs" color="fg.muted" fontVariantNumeric="tabular-nums">
            {[run.model.name, ...runFigures(run)].join(' · ')}
          </Text>
          <RunProblems problems={run.problems} engine={engine} entry={undefined} />
          <Verdicts {...{ run, judges, test }} />
          <Answer text={run.answer} />
          <Flex gap="2" align="center" wrap="wrap">
            <RunRating run={run} />
            <KeepButton run={run} isKept={isKept === true} />
            {cell.beforeId !== null && cell.beforeId !== run.id && (
              <Button size="sm" onClick={() => setComparing(true)}>
                {t('Compare with the baseline')}
              </Button>
            )}
          </Flex>
          {cell.hasFailed && <FindVersion {...{ engine, judges }} test={cell.test} column={cell.column} />}
        </Stack>
      )}
      {cell.beforeId !== null && (
        <ComparedAnswers
          before={cell.beforeId}
          after={cell.runId}
          tryIt={{ ownTextOf: () => null }}
          open={isComparing}
          onClose={() => setComparing(false)}
        />
      )}
    </Dialog>
  );
}

const Source = chakra('pre', {
  base: {
    p: '3',
    maxH: '40dvh',
    overflow: 'auto',
    bg: 'bg.subtle',
    rounded: 'md',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    fontFamily: 'mono',
    fontVariantLigatures: 'none',
    textStyle: 'sm',
  },
});

function Answer({ text }: { readonly text: string }) {
  if (text === '') return null;
  return (
    <Source dir="auto" tabIndex={0} aria-label={t('Answer')} data-own-text>
      {text}
    </Source>
  );
}

type VerdictsProps = { readonly run: Run; readonly test: TestCase; readonly judges: Judges };

function Verdicts({ run, test, judges }: VerdictsProps) {
  const library = useLibrary();
  const [verdicts, setVerdicts] = useState<readonly Verdict[] | 'none' | null>(null);
  useEffect(() => {
    let isWanted = true;
    const show = (next: readonly Verdict[] | 'none') => isWanted && setVerdicts(next);
    verdictsOn(library, judges, { run, test }).then(
      (found) => show(found),
      () => show('none'),
    );
    return () => {
      isWanted = false;
    };
  }, [library, run, test, judges]);
  if (run.state !== 'done' || test.checks.length === 0) return null;
  if (verdicts === null) return <Spinner label={t('Judging the answer')} />;
  if (verdicts === 'none')
    return <Alert.Root status="warning">{t('The answer could not be judged.')}</Alert.Root>;
  return (
    <Stack as="ul" gap="2" aria-label={t('Checks')}>
      {verdicts.map(placed).map(({ verdict, place }) => (
        <Flex as="li" key={place} gap="2" align="start" textStyle="sm">
          <Box flex="none" mt="0.5" color={colorOf(verdict)} aria-hidden="true">
            {cellIcons[stateOf(verdict)]}
          </Box>
          <Box minW="0" overflowWrap="anywhere" data-own-text>
            <Text fontFamily="mono" fontVariantLigatures="none" textStyle="xs" color="fg.muted">
              {nameOf(test.checks[place])}
            </Text>
            <Text>
              <Span srOnly>{verdictWords(verdict)}: </Span>
              {reasonOf(verdict)}
            </Text>
          </Box>
        </Flex>
      ))}
    </Stack>
  );
}

async function verdictsOn(
  library: Library,
  { thread, model }: Judges,
  answered: { readonly run: Run; readonly test: TestCase },
): Promise<readonly Verdict[]> {
  const { run, test } = answered;
  const rubrics = (await rubricsOn(library, model, answered)).verdicts;
  return (await thread.judge({ ...judgedAnswer(run), rubrics }, checksOf(test), test.threshold)).verdicts;
}

/** A check is its place in the list. */
const placed = (verdict: Verdict, place: number) => ({ verdict, place });

function stateOf({ kind, passed }: Verdict) {
  if (kind === 'error') return 'error';
  return passed === null ? 'open' : passed ? 'passed' : 'failed';
}

function verdictWords(verdict: Verdict): string {
  return verdict.kind === 'error' ? t('could not be judged') : cellWords(stateOf(verdict));
}

function colorOf(verdict: Verdict): string {
  const state = stateOf(verdict);
  if (state === 'passed') return 'success.fg';
  return state === 'open' ? 'warning.fg' : 'fg.error';
}

function reasonOf({ reason }: Verdict): string {
  return t(reason.sentence, reason.values);
}

function nameOf(check: JsonValue | undefined): string {
  const type = typeof check === 'object' && check !== null && 'type' in check ? check.type : undefined;
  return typeof type === 'string' ? type : '';
}
