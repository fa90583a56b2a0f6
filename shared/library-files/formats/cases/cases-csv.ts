/**
 * Reads rows of a table as tests of promptfoo, and writes cases as such a table: a column for each variable, and for what
 * must hold `__expected`, `__expected2` and so on.
 *
 * 1. A cell that is empty is no value.
 * 2. What a table cannot say of a case lies in the column `__metadata:promptory`, as JSON.
 */
import type { JsonValue } from '#shared/model/checks/json.ts';
import { cellsOf } from '../table.ts';
import { type Fields, type FoundCase, metadataWith, ownName } from './case-notes.ts';
import { assertionOfShorthand, shorthandOf } from './shorthand.ts';
import { Threshold } from './test-reader.ts';
import { isOwnCheck } from './write-tests.ts';

const ownColumn = `__metadata:${ownName}`;
const metadataColumn = /^__metadata:(.+?)(\[\])?$/;

type TestOfRow = {
  readonly test: Fields;
  /** The columns of promptfoo that are not read. */
  readonly unread: readonly string[];
  /** False for a cell that is not a number from 0 to 1; the test has it as it is. */
  readonly isThresholdRead: boolean;
};

/** Returns the test of a row, and what is not read. */
export function testOfRow(cells: Readonly<Record<string, string>>): TestOfRow {
  const vars: [string, string][] = [];
  const assert: Record<string, JsonValue>[] = [];
  const metadata: [string, unknown][] = [];
  const unread: string[] = [];
  for (const [column, cell] of Object.entries(cells)) {
    if (cell.trim() === '') continue;
    const name = metadataColumn.exec(column)?.[1];
    if (column.startsWith('__expected')) assert.push(assertionOfShorthand(cell));
    else if (name !== undefined) metadata.push([name, column === ownColumn ? ownIn(cell) : cell]);
    else if (!column.startsWith('__')) vars.push([column, cell]);
    else if (!readColumns.has(column)) unread.push(column);
  }
  const { __description: description, __threshold: threshold = '', __metric: metric = '' } = cells;
  const hasThreshold = threshold.trim() !== '';
  const least = Number.isNaN(Number(threshold)) ? threshold : Number(threshold);
  const test = {
    description,
    vars: Object.fromEntries(vars),
    assert: metric.trim() === '' ? assert : assert.map((each) => ({ ...each, metric })),
    ...(hasThreshold ? { threshold: least } : {}),
    metadata: Object.fromEntries(metadata),
    options: { disableVarExpansion: true },
  };
  return { test, unread, isThresholdRead: !hasThreshold || Threshold.safeParse(least).success };
}

const readColumns = new Set(['__description', '__threshold', '__metric']);

function ownIn(cell: string): unknown {
  try {
    return JSON.parse(cell);
  } catch {
    return null;
  }
}

type Row = {
  readonly values: ReadonlyMap<string, string>;
  readonly expected: readonly string[];
  /** By their columns. */
  readonly others: ReadonlyMap<string, string>;
};

/** Returns cases as the text of a table. */
export function casesAsCsv(cases: readonly FoundCase[]): string {
  const rows = cases.map(rowOf);
  const variables = [...new Set(rows.flatMap(({ values }) => [...values.keys()]))];
  const others = ['__description', '__metric', '__threshold', ownColumn];
  const used = others.filter((column) => rows.some((row) => row.others.has(column)));
  const most = rows.reduce((count, { expected }) => Math.max(count, expected.length), 0);
  const expected = Array.from({ length: most }, (_, place) => `__expected${place === 0 ? '' : place + 1}`);
  const lines = rows.map((row) => [
    ...variables.map((name) => row.values.get(name) ?? ''),
    ...expected.map((_, place) => row.expected[place] ?? ''),
    ...used.map((column) => row.others.get(column) ?? ''),
  ]);
  const all = [[...variables, ...expected, ...used], ...lines];
  return all.map((line) => `${line.map(quoted).join(',')}\r\n`).join('');
}

function rowOf({ name, enabled, values, checks, threshold, notes }: FoundCase): Row {
  const judged = checks.filter((check) => !isOwnCheck(check));
  const metrics = new Set(judged.map((check) => cellsOf(check)?.metric));
  const [metric] = metrics;
  const shared = metrics.size === 1 && typeof metric === 'string' && metric.trim() !== '' ? metric : null;
  const cells = checks.map((check) => {
    const isPlain = !isOwnCheck(check) && cellsOf(check)?.metric === (shared ?? undefined);
    return isPlain ? shorthandOf(check) : null;
  });
  const expected = cells.filter((cell) => cell !== null);
  const own = { notes, enabled, checks: checks.filter((_, place) => cells[place] === null) };
  const left = Object.fromEntries(Object.entries(values).filter((value) => !isCell(value)));
  const metadata = metadataWith({ ...own, values: left }, {});
  const others: [string, string][] = [
    ['__description', name],
    ...(shared === null || expected.length === 0 ? [] : [['__metric', shared] as [string, string]]),
    ...(threshold === null ? [] : [['__threshold', String(threshold)] as [string, string]]),
    ...(metadata === undefined ? [] : [[ownColumn, JSON.stringify(metadata[ownName])] as [string, string]]),
  ];
  return {
    values: new Map(Object.entries(values).filter(isCell)),
    expected,
    others: new Map(others),
  };
}

/** False for a value that a table would lose, or take for something else. */
function isCell([name, value]: readonly [string, string]): boolean {
  return value.trim() !== '' && !name.startsWith('__') && name === name.trim();
}

function quoted(cell: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
