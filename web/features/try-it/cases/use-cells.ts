import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { checksOf, filledChecks } from '#shared/checks/filled-checks.ts';
import type { JudgedAnswer } from '#shared/checks/judge-answer.ts';
import type { TestCase } from '#shared/model/checks/test-case.ts';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import type { Run, RunRating } from '#shared/model/run/run.ts';
import type { CellToRun } from '#shared/model/run/run-request.ts';
import type { Library } from '../../../data/database/library.ts';
import type { JudgedRun } from '../../../data/database/ring-run.ts';
import { nextTurn, sha256OfText } from '../../../data/resources/sha256.ts';
import { type CellRun, cellKeyOf, storeJudged } from '../../../data/run/cell-runs.ts';
import { messagesOf, ownValues, type ReadText } from '../../../data/run/filled-prompt.ts';
import { readRun } from '../../../data/run/run-ring.ts';
import { useLibrary } from '../../../session/open-library-context.ts';
import type { RunEngine } from '../../../session/run-engine-type.ts';
import { pageClock } from '../../../ui/clock.ts';
import { type CellRunsStore, createCellRunsStore } from './cell-runs-store.ts';
import { type Cell, cellOf } from './cell-view.ts';
import type { JudgeThread } from './judge-thread.ts';

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

/** Between two breaths of the page. */
const hashedAtOnce = 50;

async function hashesOf(
  promptId: number,
  tests: readonly TestCase[],
  columns: readonly CaseColumn[],
): Promise<Hashes> {
  const cells = new Map<string, string>();
  const checks = new Map<number, string>();
  for (const [place, test] of tests.entries()) {
    const values = new Map(Object.entries(test.values));
    for (const column of columns) {
      const { model, text } = column;
      const { read, settings } = text;
      const own = Object.fromEntries(ownValues(read, values));
      const parts = { promptId, text: read.text, values: own, settings, model };
      cells.set(placeOf(test, column), await cellKeyOf(parts));
    }
    const { threshold } = test;
    checks.set(
      test.id,
      await sha256OfText(JSON.stringify([filledChecks(test.checks, test.values), threshold])),
    );
    if (place % hashedAtOnce === hashedAtOnce - 1) await nextTurn();
  }
  return { cells, checks };
}

function useHashes(
  promptId: number,
  tests: readonly TestCase[] | undefined,
  columns: readonly CaseColumn[] | undefined,
): Hashes {
  const [hashes, setHashes] = useState(noHashes);
  useEffect(() => {
    if (tests === undefined || columns === undefined) return;
    let isWanted = true;
    void hashesOf(promptId, tests, columns).then((next) => {
      if (isWanted) setHashes(next);
    });
    return () => {
      isWanted = false;
    };
  }, [promptId, tests, columns]);
  return hashes;
}

/** A rating counts where a check asks for one; it is part of what an outcome depends on in any case. */
const byOf = (checks: string, { verdict, stars }: RunRating) => `${checks} ${verdict ?? ''} ${stars ?? ''}`;

export type CellsOfTable = {
  /** Its runs are not read yet. */
  readonly isLoading: boolean;
  cell(test: TestCase, column: CaseColumn): Cell;
  /** Those without a whole answer. */
  toRun(): CellToRun[];
  /** Reads a run again that a person has rated. */
  refresh(runId: number): void;
  readonly isUnderWay: boolean;
  readonly givenUp: readonly string[];
  /** Answers could not be judged: the browser gave no thread. */
  readonly isUnjudged: boolean;
};

type TableParts = {
  readonly engine: RunEngine;
  readonly judge: JudgeThread;
  readonly promptId: number;
  readonly tests: readonly TestCase[] | undefined;
  readonly columns: readonly CaseColumn[] | undefined;
};

/** Finds the run of each cell of a table, and judges what is not judged yet. */
export function useCells({ engine, judge, promptId, tests, columns }: TableParts): CellsOfTable {
  const hashes = useHashes(promptId, tests, columns);
  const store = useStore(engine, promptId);
  const { newest, underWay } = useSyncExternalStore(store.subscribe, store.read);

  function cell(test: TestCase, column: CaseColumn): Cell {
    const key = hashes.cells.get(placeOf(test, column));
    const run = key === undefined ? null : (newest?.get(key) ?? null);
    const checks = hashes.checks.get(test.id);
    const by = run === null || checks === undefined ? null : byOf(checks, run.rating);
    return cellOf(run, key, { by, underWay });
  }

  const unjudged = (tests ?? []).flatMap((test) =>
    (columns ?? []).flatMap((column): Unjudged[] => {
      const { state, run } = cell(test, column);
      const checks = hashes.checks.get(test.id);
      if (state !== 'judging' || run === null || checks === undefined) return [];
      return [{ test, run, by: byOf(checks, run.rating) }];
    }),
  );
  const isUnjudged = useJudging(store, judge, unjudged);

  return {
    cell,
    isUnjudged,
    isLoading: newest === null,
    givenUp: underWay.givenUp,
    isUnderWay: underWay.waiting.size > 0 || underWay.running.size > 0,
    refresh: (runId) => void store.refresh([runId]).catch(() => undefined),
    toRun: () =>
      (tests ?? []).flatMap((test) =>
        (columns ?? []).flatMap((column): CellToRun[] => {
          const key = hashes.cells.get(placeOf(test, column));
          const { state } = cell(test, column);
          if (!test.enabled || key === undefined || (state !== 'notRun' && state !== 'error')) return [];
          return [{ key, model: column.model, request: async () => requestOf(promptId, test, column) }];
        }),
      ),
  };
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

function requestOf(promptId: number, test: TestCase, { model, versionId, text }: CaseColumn) {
  const { read, textHash, settings } = text;
  const values = new Map(Object.entries(test.values));
  return {
    ...{ promptId, versionId, textHash, settings, model },
    messages: messagesOf(read, values),
    values: Object.fromEntries(ownValues(read, values)),
  };
}

type Unjudged = { readonly test: TestCase; readonly run: CellRun; readonly by: string };

/** So many outcomes are written together. */
const judgedAtOnce = 20;

/** Judges in the background, portion by portion; one that fails is tried again once there is another one. */
function useJudging(store: CellRunsStore, judge: JudgeThread, unjudged: readonly Unjudged[]): boolean {
  const library = useLibrary();
  const [isJudging, setJudging] = useState(false);
  const [failed, setFailed] = useState('');
  const portion = unjudged.slice(0, judgedAtOnce);
  /** The portion is a new list with each render: this names what is in it. */
  const key = portion.map(({ run, by }) => `${run.id} ${by}`).join();
  const judgeIt = useEffectEvent(async () => {
    setJudging(true);
    try {
      await storeJudged(library, await outcomesOf(library, judge, portion));
      await store.refresh(portion.map(({ run }) => run.id));
      setFailed('');
    } catch {
      setFailed(key);
    }
    setJudging(false);
  });
  useEffect(() => {
    if (key !== '' && key !== failed && !isJudging) void judgeIt();
  }, [key, failed, isJudging]);
  return failed !== '';
}

async function outcomesOf(
  library: Library,
  judge: JudgeThread,
  portion: readonly Unjudged[],
): Promise<ReadonlyMap<number, JudgedRun>> {
  const outcomes = new Map<number, JudgedRun>();
  for (const { test, run: head, by } of portion) {
    const run = await readRun(library, head.id);
    if (run === null) continue;
    const { passed, score } = await judge.judge(judgedAnswer(run), checksOf(test), test.threshold);
    outcomes.set(run.id, { by, passed, score });
  }
  return outcomes;
}

export function judgedAnswer(run: Run): JudgedAnswer {
  const { answer, cost, totalMs, usage, toolCalls, settings, rating } = run;
  return {
    ...{ text: answer, cost, milliseconds: totalMs, tokens: usage?.outputTokens ?? null },
    ...{ toolCalls, tools: settings.tools, rating },
  };
}
