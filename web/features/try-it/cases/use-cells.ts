import { useCallback, useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react';

import type { TestCase } from '#shared/model/checks/test-case.ts';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import type { CellsUnderWay, CellToRun } from '#shared/model/run/run-request.ts';
import { nextTurn } from '../../../data/resources/sha256.ts';
import { cellKeyOfCase, hashedAtOnce, judgedBy, outcomeHashOf } from '../../../data/run/case-cells.ts';
import type { CellRun } from '../../../data/run/cell-runs.ts';
import { messagesOf, ownValues, type ReadText } from '../../../data/run/filled-prompt.ts';
import { useLibrary } from '../../../session/open-library-context.ts';
import type { RunEngine } from '../../../session/run-engine-type.ts';
import { pageClock } from '../../../ui/clock.ts';
import { type CellRunsStore, createCellRunsStore } from './cell-runs-store.ts';
import { type Cell, cellOf } from './cell-view.ts';
import { type Judges, type OpenQuestions, questionsKey, type Unjudged, useJudging } from './use-judging.ts';

/** A text and a model that each case of a table is run by. */
export type CaseColumn = {
  readonly key: string;
  readonly model: ModelEntry;
  /** Null: the current text. */
  readonly versionId: number | null;
  readonly text: ReadText;
};

type Hashes = {
  /** The keys of the cells, by case and column. */
  readonly cells: ReadonlyMap<string, string>;
  /** The hashes of what the outcome of each case depends on besides the answer and its rating. */
  readonly checks: ReadonlyMap<number, string>;
};

const noHashes: Hashes = { cells: new Map(), checks: new Map() };
const placeOf = (test: Pick<TestCase, 'id'>, { key }: CaseColumn) => `${test.id} ${key}`;

async function hashesOf({
  promptId,
  tests = [],
  columns = [],
  judges,
}: Omit<TableParts, 'engine'>): Promise<Hashes> {
  const cells = new Map<string, string>();
  const checks = new Map<number, string>();
  for (const [place, test] of tests.entries()) {
    for (const column of columns)
      cells.set(placeOf(test, column), await cellKeyOfCase(test, { promptId, ...column }));
    checks.set(test.id, await outcomeHashOf(test, judges.model));
    if (place % hashedAtOnce === hashedAtOnce - 1) await nextTurn();
  }
  return { cells, checks };
}

type TextOfCell = Omit<CaseColumn, 'key'>;

/** Returns a case to be run by one text and model. */
export async function cellToRun(promptId: number, test: TestCase, column: TextOfCell): Promise<CellToRun> {
  const key = await cellKeyOfCase(test, { promptId, ...column });
  return { key, model: column.model, request: async () => requestOf(promptId, test, column) };
}

function useHashes({ promptId, tests, columns, judges }: Omit<TableParts, 'engine'>): Hashes {
  const [hashes, setHashes] = useState(noHashes);
  useEffect(() => {
    if (tests === undefined || columns === undefined) return;
    let isWanted = true;
    void hashesOf({ promptId, tests, columns, judges }).then((next) => {
      if (isWanted) setHashes(next);
    });
    return () => {
      isWanted = false;
    };
  }, [promptId, tests, columns, judges]);
  return hashes;
}

export type CellsOfTable = {
  /** Its runs are not read yet. */
  readonly isLoading: boolean;
  cell(test: TestCase, column: CaseColumn): Cell;
  /** How many answers and verdicts of the judge are not there. */
  readonly left: number;
  /** Runs them, and has the judge asked about what comes. */
  start(): void;
  stop(): void;
  /** Reads a run again that a person has rated. */
  refresh(runId: number): void;
  readonly isUnderWay: boolean;
  readonly givenUp: readonly string[];
  /** Answers could not be judged: the browser gave no thread. */
  readonly isUnjudged: boolean;
};

type TableParts = {
  readonly engine: RunEngine;
  readonly judges: Judges;
  readonly promptId: number;
  readonly tests: readonly TestCase[] | undefined;
  readonly columns: readonly CaseColumn[] | undefined;
};

const noTests: readonly TestCase[] = [];
const noColumns: readonly CaseColumn[] = [];

/** Finds the run of each cell of a table, and judges what is not judged yet. */
export function useCells(parts: TableParts): CellsOfTable {
  const { engine, judges, promptId, tests = noTests, columns = noColumns } = parts;
  const hashes = useHashes(parts);
  const store = useStore(engine, promptId);
  const [questions, setQuestions] = useState<OpenQuestions>(new Map());
  const { newest, underWay } = useSyncExternalStore(store.subscribe, store.read);
  // Once for all that follows: thousands of cells are looked at.
  const looked = useMemo(
    () => lookAll({ tests, columns, hashes, newest, underWay, questions }),
    [tests, columns, hashes, newest, underWay, questions],
  );
  const isUnjudged = useJudging({
    ...{ store, judges },
    unjudged: useMemo(() => [...looked.values()].flatMap(({ unjudged }) => unjudged ?? []), [looked]),
    onQuestions: (more) => setQuestions((before) => new Map([...before, ...more])),
  });
  const left = useMemo(() => [...looked.values()].flatMap((one) => toRun(promptId, one)), [looked, promptId]);
  const buttonsOf = useFollowing(parts, hashes, (same) =>
    [...looked.values()]
      .filter(({ test }) => same.has(test))
      .flatMap(({ asked }) => asked ?? [])
      // One that failed waits for a press.
      .filter(({ key }) => newest?.get(key) === undefined),
  );
  const cell = useCallback(
    (test: TestCase, column: CaseColumn) => looked.get(placeOf(test, column))?.cell ?? notRun,
    [looked],
  );

  return {
    ...{ cell, isUnjudged },
    isLoading: newest === null,
    givenUp: underWay.givenUp,
    isUnderWay: underWay.waiting.size > 0 || underWay.running.size > 0,
    refresh: (runId) => void store.refresh([runId]).catch(() => undefined),
    left: useMemo(() => new Set(left.map(({ key }) => key)).size, [left]),
    ...buttonsOf(left),
  };
}

const notRun: Cell = { state: 'notRun', run: null, score: null };

/** `key`: of the cell, once it is known. `asked`: what the judge has to be asked first. */
type Looked = {
  readonly test: TestCase;
  readonly column: CaseColumn;
  readonly key: string | undefined;
  readonly cell: Cell;
  readonly unjudged?: Unjudged;
  readonly asked?: readonly CellToRun[];
};

type Seen = {
  readonly tests: readonly TestCase[];
  readonly columns: readonly CaseColumn[];
  readonly hashes: Hashes;
  readonly newest: ReadonlyMap<string, CellRun> | null;
  readonly underWay: CellsUnderWay;
  readonly questions: OpenQuestions;
};

/** Returns the cells of a table by their places. */
function lookAll({ tests, columns, ...seen }: Seen): ReadonlyMap<string, Looked> {
  const looked = new Map<string, Looked>();
  for (const test of tests)
    for (const column of columns) looked.set(placeOf(test, column), lookAt(test, column, seen));
  return looked;
}

function lookAt(
  test: TestCase,
  column: CaseColumn,
  { hashes, newest, underWay, questions }: Omit<Seen, 'tests' | 'columns'>,
): Looked {
  const key = hashes.cells.get(placeOf(test, column));
  const run = key === undefined ? null : (newest?.get(key) ?? null);
  const checks = hashes.checks.get(test.id);
  const by = run === null || checks === undefined ? null : judgedBy(checks, run.rating);
  const found = { test, column, key, cell: cellOf(run, key, { by, underWay }) };
  if (found.cell.state !== 'judging' || run === null || by === null) return found;
  const unjudged = { test, run, by };
  const asked = (questions.get(questionsKey(run, by)) ?? []).filter(
    (question) => newest?.get(question.key)?.state !== 'done',
  );
  if (asked.length === 0) return { ...found, unjudged };
  const isAsked = asked.some((question) => isUnderWay(underWay, question));
  return isAsked ? found : { ...found, cell: { ...found.cell, state: 'open' }, asked };
}

function toRun(promptId: number, { test, column, key, cell, asked }: Looked): readonly CellToRun[] {
  if (!test.enabled) return [];
  if (asked !== undefined) return asked;
  if (key === undefined || (cell.state !== 'notRun' && cell.state !== 'error')) return [];
  return [{ key, model: column.model, request: async () => requestOf(promptId, test, column) }];
}

const isUnderWay = ({ waiting, running }: CellsUnderWay, { key }: CellToRun) =>
  waiting.has(key) || running.has(key);

/**
 * Has the judge asked about the answers of a run that a person has begun, until they stop it: by the checks and by the judge
 * that there were at that time, since what is changed later would be sent without a press.
 */
function useFollowing(
  { engine, promptId, tests }: TableParts,
  { checks }: Hashes,
  questionsOf: (tests: ReadonlySet<TestCase>) => readonly CellToRun[],
) {
  const [followed, setFollowed] = useState<Hashes['checks'] | null>(null);
  const same = (tests ?? []).filter(({ id }) => followed?.get(id) === checks.get(id));
  const questions = followed === null ? [] : questionsOf(new Set(same));
  const ask = useEffectEvent(() => engine.cells.start(promptId, questions));
  const key = questions.map((question) => question.key).join();
  useEffect(() => {
    if (key !== '') ask();
  }, [key]);
  return (left: readonly CellToRun[]) => ({
    start() {
      setFollowed(checks);
      engine.cells.start(promptId, left);
    },
    stop() {
      setFollowed(null);
      engine.cells.stop(promptId);
    },
  });
}

/** Reads all runs again when the page is looked at again. */
function useStore({ cells }: RunEngine, promptId: number): CellRunsStore {
  const library = useLibrary();
  const [store] = useState(() =>
    createCellRunsStore({ library, promptId, cells, after: pageClock(window).after }),
  );
  useEffect(() => {
    const load = () => document.hidden || void store.load();
    load();
    const stop = store.watch();
    document.addEventListener('visibilitychange', load);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', load);
    };
  }, [store]);
  return store;
}

function requestOf(promptId: number, test: TestCase, { model, versionId, text }: TextOfCell) {
  const { read, textHash, settings } = text;
  const values = new Map(Object.entries(test.values));
  return {
    ...{ promptId, versionId, textHash, settings, model },
    messages: messagesOf(read, values),
    values: Object.fromEntries(ownValues(read, values)),
  };
}
