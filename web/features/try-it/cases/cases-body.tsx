import { Alert, Box, Button, Flex, Stack } from '@chakra-ui/react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { LuFileInput, LuFlaskConical, LuPlay, LuPlus, LuSquare } from 'react-icons/lu';
import type { JudgeAnswer, JudgeQuestion } from '#shared/checks/judge-thread.ts';
import { t } from '#shared/language/translate.ts';
import type { TestCase } from '#shared/model/checks/test-case.ts';
import { refusalMessages } from '#shared/model/messages.ts';
import type { ValueSet } from '#shared/model/prompt-attributes.ts';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import { missingOf, mostFilledUnits } from '#shared/templates/prompt-parts.ts';
import { createCases } from '../../../data/cases/save-case.ts';
import type { Library } from '../../../data/database/library.ts';
import { promptOf } from '../../../data/queries/queries.ts';
import { testCasesOf } from '../../../data/queries/test-case-items.ts';
import { baselineOf } from '../../../data/run/case-standings.ts';
import { isTooLarge } from '../../../data/run/cells-to-run.ts';
import { namesOf, readText } from '../../../data/run/filled-prompt.ts';
import { useLibrary } from '../../../session/open-library-context.ts';
import type { RunEngine } from '../../../session/run-engine-type.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useKeptRequest } from '../../../ui/hooks/use-kept-request.ts';
import { useLive } from '../../../ui/hooks/use-live.ts';
import { onSinglePress } from '../../../ui/keys/on-single-press.ts';
import { SkeletonRows } from '../../../ui/list/skeleton-rows.tsx';
import { useNotify } from '../../../ui/provider.tsx';
import { clientWorker } from '../../../ui/worker-client.ts';
import { ModelChooser, TextChooser } from '../choosers.tsx';
import { modelKey } from '../columns.ts';
import { useTriedModels } from '../use-tried-models.ts';
import { useChosenTexts } from '../use-try-it.ts';
import { CaseForm } from './case-form.tsx';
import { type Baseline, ComparedTable } from './compared-table.tsx';
import { FromFile } from './files/from-file.tsx';
import { ToFile } from './files/to-file.tsx';
import type { Judges } from './judge-portion.ts';
import { createJudgeThread, type JudgeThread } from './judge-thread.ts';
import type { CaseColumn } from './look-at-cells.ts';
import { useRubricJudge } from './rubric-judge.tsx';
import { type CellsOfTable, useCells } from './use-cells.ts';

type CasesBodyProps = { readonly promptId: number; readonly engine: RunEngine };

/** Runs the cases of a prompt by the chosen texts and models, and shows which of them hold. */
export function CasesBody({ promptId, engine }: CasesBodyProps) {
  const library = useLibrary();
  const thread = useJudgeThread();
  const prompt = useLive(() => promptOf(library, promptId), [library, promptId]);
  const tests = useLive(() => testCasesOf(library, promptId), [library, promptId]);
  const models = useTriedModels(engine, prompt?.attributes?.settings ?? {});
  const baseline = useLive(() => baselineOf(library, promptId), [library, promptId]);
  const texts = useChosenTexts(promptId, baseline == null ? [null] : [null, baseline.versionId]);
  const columns = useColumns(promptId, texts.versions, models);
  const model = useRubricJudge(models.entries);
  const judges = useMemo(() => ({ thread, model }), [thread, model]);
  const [edited, setEdited] = useState<TestCase | 'new' | null>(null);
  const file = useRef<HTMLInputElement>(null);
  if (tests === undefined || baseline === undefined || columns === undefined)
    return <SkeletonRows label={t('Loading cases')} />;
  const sets = prompt?.attributes?.valueSets ?? [];

  const adding = (
    <Adding
      {...{ promptId, sets }}
      isFirst={tests.length === 0}
      onNew={() => setEdited('new')}
      onFile={() => file.current?.click()}
    />
  );

  return (
    <Flex direction="column" flex="1" minW="0" minH="0" overflowY="auto">
      <RunCases
        {...{ promptId, engine, judges, baseline, tests, columns, adding }}
        entries={models.entries}
        onOpenCase={setEdited}
      >
        <ModelChooser models={models} />
        <TextChooser {...{ texts, promptId }} />
      </RunCases>
      <FromFile promptId={promptId} input={file} />
      <OpenCase {...{ promptId, columns, edited }} onClose={() => setEdited(null)} />
    </Flex>
  );
}

type RunCasesProps = {
  readonly promptId: number;
  readonly engine: RunEngine;
  readonly judges: Judges;
  readonly baseline: Baseline | null;
  readonly tests: readonly TestCase[];
  readonly columns: readonly CaseColumn[];
  /** The buttons that add cases. */
  readonly adding: ReactNode;
  /** The models that can judge; undefined until they are read. */
  readonly entries: readonly ModelEntry[] | undefined;
  onOpenCase(test: TestCase): void;
  /** Choose by which texts and models they are run. */
  readonly children: ReactNode;
};

const noEntries: readonly ModelEntry[] = [];

/** Is drawn several times a second while cases are run: the parts that do not change meanwhile are handed in. */
function RunCases({ children, adding, entries, ...table }: RunCasesProps) {
  const { tests, columns } = table;
  const cells = useCells(table);
  const flaws = useMemo(() => flawsOf(tests, columns), [tests, columns]);
  if (cells.isLoading) return <SkeletonRows label={t('Loading cases')} />;
  return (
    <>
      <Flex gap="2" p="3" wrap="wrap" align="center" borderBottomWidth="1px">
        <RunButtons cells={cells} />
        {children}
        {tests.length > 0 && <Box ms="auto">{adding}</Box>}
      </Flex>
      <Notes {...{ cells, flaws }} hasModels={entries === undefined || entries.length > 0} />
      {tests.length === 0 ? (
        <EmptyState icon={<LuFlaskConical />} title={t('No cases yet')} action={adding} compact>
          {t('A case is an input of the prompt, with what must hold of the answer.')}
        </EmptyState>
      ) : (
        <ComparedTable {...table} cells={cells} entries={entries ?? noEntries} />
      )}
    </>
  );
}

type OpenCaseProps = {
  readonly promptId: number;
  readonly columns: readonly CaseColumn[];
  readonly edited: TestCase | 'new' | null;
  onClose(): void;
};

function OpenCase({ promptId, columns, edited, onClose }: OpenCaseProps) {
  const { shown, opening } = useKeptRequest(edited);
  if (shown === null) return null;
  const test = shown === 'new' ? null : shown;
  const names = variablesIn(columns);
  return <CaseForm key={opening} {...{ promptId, names, test, onClose }} open={edited !== null} />;
}

type AddingProps = {
  readonly promptId: number;
  readonly sets: readonly ValueSet[];
  /** There are no cases yet. */
  readonly isFirst: boolean;
  onNew(): void;
  onFile(): void;
};

function Adding({ promptId, sets, isFirst, onNew, onFile }: AddingProps) {
  const addSets = useAddingSets(promptId, sets);

  return (
    <Flex gap="2" wrap="wrap" justify="center">
      <Button onClick={onNew}>
        <LuPlus />
        {t('New case')}
      </Button>
      {isFirst && sets.length > 0 && (
        <Button onClick={onSinglePress(() => void addSets())}>
          {t('One of each value set ({count})', { count: sets.length })}
        </Button>
      )}
      <Button onClick={onFile}>
        <LuFileInput />
        {t('From a file…')}
      </Button>
      {!isFirst && <ToFile promptId={promptId} />}
    </Flex>
  );
}

/** Adds a case of each set once: with the first case the button is gone. */
function useAddingSets(promptId: number, sets: readonly ValueSet[]): () => Promise<void> {
  const library = useLibrary();
  const notify = useNotify();
  const isAdded = useRef(false);

  return async () => {
    if (isAdded.current) return;
    isAdded.current = true;
    const cases = sets.map(({ name, values }) => ({ name, values }));
    const outcome = await createCases(library, promptId, cases).catch(() => null);
    if (outcome?.ok === true) return;
    isAdded.current = false;
    const description =
      outcome === null
        ? t('This device did not take it. There may be no room left.')
        : t(refusalMessages[outcome.code]);
    notify({ title: t('Not saved'), description, kind: 'destructive' });
  };
}

/** The thread lives as long as the table. */
function useJudgeThread(): JudgeThread {
  const [judge] = useState(() =>
    createJudgeThread({
      startWorker: () =>
        clientWorker<JudgeQuestion, JudgeAnswer>(
          new Worker(new URL('./worker/judge-worker.ts', import.meta.url), { type: 'module' }),
        ),
    }),
  );
  useEffect(() => () => judge.end(), [judge]);
  return judge;
}

function useColumns(
  promptId: number,
  versions: readonly (number | null)[],
  { entries, chosen }: ReturnType<typeof useTriedModels>,
): readonly CaseColumn[] | undefined {
  const library = useLibrary();
  const texts = useLive(() => readTexts(library, promptId, versions), [library, promptId, versions.join()]);
  const chosenKeys = chosen.join('\n');
  return useMemo(() => {
    if (texts === undefined || entries === undefined) return undefined;
    const wanted = chosenKeys.split('\n');
    const models = wanted.flatMap((key) => entries.find((entry) => modelKey(entry) === key) ?? []);
    return texts.flatMap(({ versionId, text }) =>
      models.map((model) => ({ key: `${modelKey(model)} ${versionId}`, model, versionId, text })),
    );
  }, [texts, entries, chosenKeys]);
}

function variablesIn(columns: readonly CaseColumn[]): readonly string[] {
  return [...new Set(columns.flatMap(({ text }) => text.read.found.variables.map(({ name }) => name)))];
}

/** Leaves out those that are gone. */
async function readTexts(library: Library, promptId: number, versions: readonly (number | null)[]) {
  const texts = await Promise.all(
    versions.map(async (versionId) => ({
      versionId,
      text: await readText(library, { promptId, versionId }, null),
    })),
  );
  return texts.flatMap(({ versionId, text }) => (text === null ? [] : [{ versionId, text }]));
}

function RunButtons({ cells }: { readonly cells: CellsOfTable }) {
  const { left } = cells;
  return (
    <>
      <Button variant="solid" disabled={left === 0} onClick={cells.start}>
        <LuPlay />
        {left === 0 ? t('Run') : t('Run {count}', { count: left })}
      </Button>
      {cells.isUnderWay && (
        <Button onClick={cells.stop}>
          <LuSquare />
          {t('Stop')}
        </Button>
      )}
    </>
  );
}

type Flaws = {
  /** The variables without a value or default in a case that is run. */
  readonly missing: readonly string[];
  /** The references of the texts that lead nowhere. */
  readonly snippets: readonly string[];
  /** The cases that are not run. */
  readonly tooLarge: readonly string[];
};

function flawsOf(tests: readonly TestCase[], columns: readonly CaseColumn[]): Flaws {
  const run = tests.filter(({ enabled }) => enabled);
  const missing = run.flatMap(({ values }) => {
    const all = new Map(Object.entries(values));
    return columns.flatMap(({ text }) => missingOf(text.read, all));
  });
  const tooLarge = run.filter((test) => columns.some((column) => isTooLarge(test, column.text)));
  return {
    missing: [...new Set(missing)],
    snippets: namesOf(columns.flatMap(({ text }) => text.problems)),
    tooLarge: tooLarge.map(({ name }) => name),
  };
}

type NotesProps = {
  readonly cells: CellsOfTable;
  readonly flaws: Flaws;
  readonly hasModels: boolean;
};

function Notes({ cells, flaws, hasModels }: NotesProps) {
  const { missing, snippets, tooLarge } = flaws;
  const isFlawless = missing.length + snippets.length + tooLarge.length === 0;
  if (cells.givenUp.length === 0 && !cells.isUnjudged && hasModels && isFlawless) return null;
  return (
    <Stack gap="2" p="3">
      {missing.length > 0 && (
        <Alert.Root status="warning">
          {t('Some cases have no value for: {names}', { names: missing.slice(0, 5).join(', ') })}
        </Alert.Root>
      )}
      {snippets.length > 0 && (
        <Alert.Root status="warning">
          {t('Some snippets are not found, and are sent as they are written: {names}', {
            names: snippets.slice(0, 5).join(', '),
          })}
        </Alert.Root>
      )}
      {tooLarge.length > 0 && (
        <Alert.Root status="warning">
          {t('Not run, since their filled text would be larger than {most} MB: {names}', {
            most: mostFilledUnits / 1024 / 1024,
            names: tooLarge.slice(0, 5).join(', '),
          })}
        </Alert.Root>
      )}
      {!hasModels && (
        <Alert.Root status="info">{t('To run cases, add a model: account menu, "Models".')}</Alert.Root>
      )}
      {cells.givenUp.length > 0 && (
        <Alert.Root status="warning" role="alert">
          {t('{names} failed several times in a row; the rest was not run.', {
            names: cells.givenUp.join(', '),
          })}
        </Alert.Root>
      )}
      {cells.isUnjudged && (
        <Alert.Root status="warning" role="alert">
          {t('The answers could not be judged. Close the table and open it again.')}
        </Alert.Root>
      )}
    </Stack>
  );
}
