/**
 * Looks at the cells of a table again and again while it fills. A cell of which all is as before is the same object: of
 * thousands only those are made anew that something came for.
 * Before: `cell-runs-store.ts`. After: `use-cells.ts`.
 */
import { caseOfText } from '#shared/checks/filled-checks.ts';
import type { TestCase } from '#shared/model/checks/test-case.ts';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import type { CellsUnderWay, CellToRun } from '#shared/model/run/run-request.ts';
import { judgedBy } from '../../../data/run/case-cells.ts';
import { type CellRun, isAnswered } from '../../../data/run/cell-runs.ts';
import { type CellSource, isTooLarge } from '../../../data/run/cells-to-run.ts';
import type { ReadText } from '../../../data/run/filled-prompt.ts';
import { type Cell, cellOf } from './cell-view.ts';
import { type OpenQuestions, questionsKey, type Unjudged } from './judge-portion.ts';

/** A text and a model that each case of a table is run by. */
export type CaseColumn = {
  readonly key: string;
  readonly model: ModelEntry;
  /** Null: the current text. */
  readonly versionId: number | null;
  readonly text: ReadText;
};

/** Something of each cell of a table, by the key of its column and the id of its case. */
export type InTable<T> = ReadonlyMap<string, ReadonlyMap<number, T>>;

export type Hashes = {
  /** The keys of the cells. */
  readonly cells: InTable<string>;
  /** The hashes of what the outcome of a case depends on besides the answer and its rating. */
  readonly checks: InTable<string>;
};

export type Seen = {
  readonly promptId: number;
  readonly tests: readonly TestCase[];
  readonly columns: readonly CaseColumn[];
  readonly hashes: Hashes;
  readonly newest: ReadonlyMap<string, CellRun> | null;
  readonly underWay: CellsUnderWay;
  /** Of the judge. */
  readonly questions: OpenQuestions;
};

/** All that a cell is made of. `key`: undefined where it is not known yet. */
type Parts = {
  readonly test: TestCase;
  readonly column: CaseColumn;
  readonly key: string | undefined;
  readonly run: CellRun | null;
  readonly checks: string | undefined;
  readonly at: 'waiting' | 'running' | null;
};

/** `asked`: what the judge has to be asked first. `left`: what has to be run before there is an outcome. */
export type Looked = Parts & {
  readonly cell: Cell;
  readonly left: readonly CellToRun[];
  readonly unjudged?: Unjudged;
  readonly asked?: readonly CellToRun[];
};

/** Returns the request of a cell. */
type ToRun = (key: string, source: CellSource) => CellToRun;

/** Returns what looks at a table, and remembers the last look. */
export function createLook(toRun: ToRun): (seen: Seen) => InTable<Looked> {
  let last: InTable<Looked> = new Map();
  return (seen) => {
    last = new Map(
      seen.columns.map((column) => {
        const before = last.get(column.key);
        return [column.key, new Map(seen.tests.map((test) => [test.id, again(test, column)]))] as const;

        function again(test: TestCase, of: CaseColumn): Looked {
          const parts = partsOf(test, of, seen);
          const known = before?.get(test.id);
          return known !== undefined && isSame(known, parts) ? known : lookAt(parts, seen, toRun);
        }
      }),
    );
    return last;
  };
}

function partsOf(test: TestCase, column: CaseColumn, { hashes, newest, underWay }: Seen): Parts {
  const key = hashes.cells.get(column.key)?.get(test.id);
  const checks = hashes.checks.get(column.key)?.get(test.id);
  if (key === undefined) return { test, column, key, run: null, checks, at: null };
  const at = underWay.waiting.has(key) ? 'waiting' : underWay.running.has(key) ? 'running' : null;
  return { test, column, key, run: newest?.get(key) ?? null, checks, at };
}

/** A cell that is being judged also depends on the judge's own runs. */
const isSame = (known: Looked, now: Parts) =>
  known.cell.state !== 'judging' &&
  known.asked === undefined &&
  known.test === now.test &&
  known.column === now.column &&
  known.key === now.key &&
  known.run === now.run &&
  known.checks === now.checks &&
  known.at === now.at;

function lookAt(parts: Parts, seen: Seen, toRun: ToRun): Looked {
  const { test, column, key, run, checks } = parts;
  const { newest, underWay, questions } = seen;
  const by = run === null || checks === undefined ? null : judgedBy(checks, run.rating);
  const cell = cellOf(run, key, { by, underWay });
  const found = { ...parts, cell, left: leftOf(parts, cell, seen, toRun) };
  if (cell.state !== 'judging' || run === null || by === null) return found;
  const unjudged = { test: caseOfText(test, column.text.read), run, by };
  const asked = (questions.get(questionsKey(run, by)) ?? []).filter(
    (question) => !isAnswered(newest?.get(question.key)),
  );
  if (asked.length === 0) return { ...found, unjudged };
  const isAsked = asked.some(({ key: of }) => underWay.waiting.has(of) || underWay.running.has(of));
  if (isAsked) return found;
  return { ...found, cell: { ...cell, state: 'open' }, asked, left: test.enabled ? asked : [] };
}

function leftOf(
  { test, column, key }: Parts,
  { state }: Cell,
  { promptId }: Seen,
  toRun: ToRun,
): readonly CellToRun[] {
  if (!test.enabled || key === undefined || (state !== 'notRun' && state !== 'error')) return [];
  if (isTooLarge(test, column.text)) return [];
  const { model, versionId } = column;
  return [toRun(key, { promptId, testId: test.id, versionId, model })];
}
