import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { TestCase } from '#shared/model/checks/test-case.ts';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import type { CellsUnderWay, CellToRun } from '#shared/model/run/run-request.ts';
import { nextTurn } from '../../../data/resources/sha256.ts';
import { cellKeyOfCase, hashedAtOnce, judgedBy, outcomeHashOf } from '../../../data/run/case-cells.ts';
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

type Place = { readonly test: TestCase; readonly column: CaseColumn };

/** Finds the run of each cell of a table, and judges what is not judged yet. */
export function useCells(parts: TableParts): CellsOfTable {
  const { engine, judges, promptId, tests = [], columns = [] } = parts;
  const hashes = useHashes(parts);
  const store = useStore(engine, promptId);
  const [questions, setQuestions] = useState<OpenQuestions>(new Map());
  const { newest, underWay } = useSyncExternalStore(store.subscribe, store.read);
  const places = tests.flatMap((test) => columns.map((column) => ({ test, column })));

  function look({ test, column }: Place): Looked {
    const key = hashes.cells.get(placeOf(test, column));
    const run = key === undefined ? null : (newest?.get(key) ?? null);
    const checks = hashes.checks.get(test.id);
    const by = run === null || checks === undefined ? null : judgedBy(checks, run.rating);
    const found = cellOf(run, key, { by, underWay });
    if (found.state !== 'judging' || run === null || by === null) return { cell: found };
    const unjudged = { test, run, by };
    const asked = (questions.get(questionsKey(run, by)) ?? []).filter(
      (question) => newest?.get(question.key)?.state !== 'done',
    );
    if (asked.length === 0) return { cell: found, unjudged };
    const isAsked = asked.some((question) => isUnderWay(underWay, question));
    return isAsked ? { cell: found } : { cell: { ...found, state: 'open' }, asked };
  }

  function toRun({ test, column }: Place): readonly CellToRun[] {
    if (!test.enabled) return [];
    const { cell, asked } = look({ test, column });
    if (asked !== undefined) return asked;
    const key = hashes.cells.get(placeOf(test, column));
    if (key === undefined || (cell.state !== 'notRun' && cell.state !== 'error')) return [];
    return [{ key, model: column.model, request: async () => requestOf(promptId, test, column) }];
  }

  const isUnjudged = useJudging({
    ...{ store, judges },
    unjudged: places.flatMap((place) => look(place).unjudged ?? []),
    onQuestions: (more) => setQuestions((before) => new Map([...before, ...more])),
  });
  const left = places.flatMap(toRun);
  const buttonsOf = useFollowing(parts, hashes, (same) =>
    places
      .filter(({ test }) => same.has(test))
      .flatMap((place) => look(place).asked ?? [])
      // One that failed waits for a press.
      .filter(({ key }) => newest?.get(key) === undefined),
  );

  return {
    cell: (test, column) => look({ test, column }).cell,
    isUnjudged,
    isLoading: newest === null,
    givenUp: underWay.givenUp,
    isUnderWay: underWay.waiting.size > 0 || underWay.running.size > 0,
    refresh: (runId) => void store.refresh([runId]).catch(() => undefined),
    left: new Set(left.map(({ key }) => key)).size,
    ...buttonsOf(left),
  };
}

/** `asked`: what the judge has to be asked first. */
type Looked = {
  readonly cell: Cell;
  readonly unjudged?: Unjudged;
  readonly asked?: readonly CellToRun[];
};

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
