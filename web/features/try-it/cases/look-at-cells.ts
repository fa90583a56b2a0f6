/**
 * Looks at the cells of a table again and again while it fills. A cell of which all is as before is the same object: of
 * thousands only those are made anew that something came for.
 * Before: `cell-runs-store.ts`. After: `use-cells.ts`.
 */
import type { TestCase } from '#shared/model/checks/test-case.ts';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import type { CellsUnderWay, CellToRun, RunRequest } from '#shared/model/run/run-request.ts';
import { filledUnits, mostFilledUnits } from '#shared/templates/prompt-parts.ts';
import { cellKeyOfCase, judgedBy } from '../../../data/run/case-cells.ts';
import type { CellRun } from '../../../data/run/cell-runs.ts';
import { messagesOf, ownValues, type ReadText } from '../../../data/run/filled-prompt.ts';
import { type Cell, cellOf } from './cell-view.ts';
import { type OpenQuestions, questionsKey, type Unjudged } from './use-judging.ts';

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
  /** The hashes of what the outcome of each case depends on besides the answer and its rating. */
  readonly checks: ReadonlyMap<number, string>;
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

/** Returns what looks at a table, and remembers the last look. */
export function createLook(): (seen: Seen) => InTable<Looked> {
  let last: InTable<Looked> = new Map();
  return (seen) => {
    last = new Map(
      seen.columns.map((column) => {
        const before = last.get(column.key);
        return [column.key, new Map(seen.tests.map((test) => [test.id, again(test, column)]))] as const;

        function again(test: TestCase, of: CaseColumn): Looked {
          const parts = partsOf(test, of, seen);
          const known = before?.get(test.id);
          return known !== undefined && isSame(known, parts) ? known : lookAt(parts, seen);
        }
      }),
    );
    return last;
  };
}

function partsOf(test: TestCase, column: CaseColumn, { hashes, newest, underWay }: Seen): Parts {
  const key = hashes.cells.get(column.key)?.get(test.id);
  const checks = hashes.checks.get(test.id);
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

function lookAt(parts: Parts, seen: Seen): Looked {
  const { test, key, run, checks } = parts;
  const { newest, underWay, questions } = seen;
  const by = run === null || checks === undefined ? null : judgedBy(checks, run.rating);
  const cell = cellOf(run, key, { by, underWay });
  const found = { ...parts, cell, left: leftOf(parts, cell, seen) };
  if (cell.state !== 'judging' || run === null || by === null) return found;
  const unjudged = { test, run, by };
  const asked = (questions.get(questionsKey(run, by)) ?? []).filter(
    (question) => newest?.get(question.key)?.state !== 'done',
  );
  if (asked.length === 0) return { ...found, unjudged };
  const isAsked = asked.some(({ key: of }) => underWay.waiting.has(of) || underWay.running.has(of));
  if (isAsked) return found;
  return { ...found, cell: { ...cell, state: 'open' }, asked, left: test.enabled ? asked : [] };
}

function leftOf({ test, column, key }: Parts, { state }: Cell, { promptId }: Seen): readonly CellToRun[] {
  if (!test.enabled || key === undefined || (state !== 'notRun' && state !== 'error')) return [];
  if (isTooLarge(test, column)) return [];
  return [{ key, model: column.model, request: () => requestOfKey(key, promptId, { test, column }) }];
}

type TextOfCell = Omit<CaseColumn, 'key'>;

/** Returns whether the values of a case would make more of the text than a page can hold. It is not run then. */
export function isTooLarge({ values }: TestCase, { text }: Pick<CaseColumn, 'text'>): boolean {
  return filledUnits(text.read, new Map(Object.entries(values))) > mostFilledUnits;
}

/** Returns a case to be run by one text and model. */
export async function cellToRun(promptId: number, test: TestCase, column: TextOfCell): Promise<CellToRun> {
  const key = await cellKeyOfCase(test, { promptId, ...column });
  return { key, model: column.model, request: async () => requestOf(promptId, test, column) };
}

/** Null where the key is of before a change of the case or the text: its answer would stand for what was not asked. */
async function requestOfKey(
  key: string,
  promptId: number,
  { test, column }: Pick<Parts, 'test' | 'column'>,
): Promise<RunRequest | null> {
  const isOfNow = (await cellKeyOfCase(test, { promptId, ...column })) === key;
  return isOfNow ? requestOf(promptId, test, column) : null;
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
