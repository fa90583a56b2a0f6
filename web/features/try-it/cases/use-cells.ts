import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { caseOfText } from '#shared/checks/filled-checks.ts';
import type { TestCase } from '#shared/model/checks/test-case.ts';
import type { CellToRun } from '#shared/model/run/run-request.ts';
import type { Library } from '../../../data/database/library.ts';
import { nextTurn } from '../../../data/resources/sha256.ts';
import { cellKeyOfCase, hashedAtOnce, outcomeHashOf } from '../../../data/run/case-cells.ts';
import { cellToRun, textsOfTable } from '../../../data/run/cells-to-run.ts';
import { useLibrary } from '../../../session/open-library-context.ts';
import type { RunEngine } from '../../../session/run-engine-type.ts';
import { pageClock } from '../../../ui/clock.ts';
import { useStoreLater } from '../../../ui/hooks/use-store-later.ts';
import { type CellRunsStore, createCellRunsStore } from './cell-runs-store.ts';
import type { Cell } from './cell-view.ts';
import type { Judges, OpenQuestions } from './judge-portion.ts';
import { type CaseColumn, createLook, type Hashes, type Looked } from './look-at-cells.ts';
import { useJudging } from './use-judging.ts';

const noHashes: Hashes = { cells: new Map(), checks: new Map() };

async function hashesOf({
  promptId,
  tests = [],
  columns = [],
  judges,
}: Omit<TableParts, 'engine'>): Promise<Hashes> {
  const cells = new Map(columns.map(({ key }) => [key, new Map<number, string>()]));
  const checks = new Map(columns.map(({ key }) => [key, new Map<number, string>()]));
  for (const [place, test] of tests.entries()) {
    // Most texts have the same defaults, or none.
    const hashed = new Map<TestCase['values'], string>();
    for (const column of columns) {
      const key = await cellKeyOfCase(test, { promptId, ...column });
      cells.get(column.key)?.set(test.id, key);
      const filled = caseOfText(test, column.text.read);
      const hash = hashed.get(filled.values) ?? (await outcomeHashOf(filled, judges.model));
      hashed.set(filled.values, hash);
      checks.get(column.key)?.set(test.id, hash);
    }
    if (place % hashedAtOnce === hashedAtOnce - 1) await nextTurn();
  }
  return { cells, checks };
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
  /** The names of models whose endpoints asked for patience. */
  readonly patient: readonly string[];
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
  const library = useLibrary();
  const { engine, judges, promptId, tests = noTests, columns = noColumns } = parts;
  const hashes = useHashes(parts);
  const store = useStore(engine, promptId);
  const [questions, setQuestions] = useState<OpenQuestions>(new Map());
  const { newest, underWay } = useStoreLater(store.read, store.subscribe);
  const [look] = useState(() => createLook(cellsOf(library)));
  // Once for all that follows: thousands of cells are looked at.
  const { table, all } = useMemo(() => {
    const looked = look({ promptId, tests, columns, hashes, newest, underWay, questions });
    return { table: looked, all: [...looked.values()].flatMap((column) => [...column.values()]) };
  }, [look, promptId, tests, columns, hashes, newest, underWay, questions]);
  const isUnjudged = useJudging({
    ...{ store, judges },
    unjudged: useMemo(() => all.flatMap(({ unjudged }) => unjudged ?? []), [all]),
    onQuestions: (more) => setQuestions((before) => new Map([...before, ...more])),
  });
  const left = useMemo(() => all.flatMap((one) => one.left), [all]);
  const buttonsOf = useFollowing(parts, hashes, (isSame) =>
    all
      .filter(isSame)
      .flatMap(({ asked }) => asked ?? [])
      // One that failed waits for a press.
      .filter(({ key }) => newest?.get(key) === undefined),
  );
  const cell = useCallback(
    (test: TestCase, { key }: CaseColumn) => table.get(key)?.get(test.id)?.cell ?? notRun,
    [table],
  );

  return {
    ...{ cell, isUnjudged },
    isLoading: newest === null,
    givenUp: underWay.givenUp,
    patient: underWay.patient,
    isUnderWay: underWay.waiting.size > 0 || underWay.running.size > 0,
    refresh: (runId) => void store.refresh([runId]).catch(() => undefined),
    left: useMemo(() => new Set(left.map(({ key }) => key)).size, [left]),
    ...buttonsOf(left),
  };
}

/** Returns what makes cells of cases that are on. */
function cellsOf(library: Library): Parameters<typeof createLook>[0] {
  const asking = {
    isWanted: ({ enabled }: TestCase) => enabled,
    texts: textsOfTable(library, pageClock(window).now),
  };
  return (key, source) => cellToRun(library, key, source, asking);
}

const notRun: Cell = { state: 'notRun', run: null, score: null };

/**
 * Has the judge asked about the answers of a run that a person has begun, until they stop it: by the checks and by the judge
 * that there were at that time, since what is changed later would be sent without a press.
 */
function useFollowing(
  { engine, promptId }: TableParts,
  { checks }: Hashes,
  questionsOf: (isSame: (looked: Looked) => boolean) => readonly CellToRun[],
) {
  const [followed, setFollowed] = useState<Hashes['checks'] | null>(null);
  const questions =
    followed === null
      ? []
      : questionsOf(({ column, test, checks: now }) => followed.get(column.key)?.get(test.id) === now);
  // Each once: what the judge did not answer waits for the next press.
  const asked = useRef<ReadonlySet<string>>(new Set());
  const ask = useEffectEvent(() => {
    const fresh = questions.filter((question) => !asked.current.has(question.key));
    asked.current = new Set([...asked.current, ...fresh.map((question) => question.key)]);
    if (fresh.length > 0) engine.cells.follow(promptId, fresh);
  });
  const key = questions.map((question) => question.key).join();
  useEffect(() => {
    if (key !== '') ask();
  }, [key]);
  return (left: readonly CellToRun[]) => ({
    start() {
      setFollowed(checks);
      asked.current = new Set(left.map((cell) => cell.key));
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
