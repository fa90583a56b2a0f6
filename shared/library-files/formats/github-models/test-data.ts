/**
 * Writes the cases of a prompt as rows of test data, or its value sets where it has no cases, and reads them there.
 *
 * 1. A row has the values of the prompt's variables, its usual ones too: nothing else fills them in there.
 * 2. A row's name is in the field `name`, unless a variable has that name.
 * 3. A row is a case where the file has evaluators or the row says what is expected; any other is a value set.
 */
import { z } from 'zod';
import { message } from '#shared/language/message.ts';
import { hasMoreLevelsThan } from '#shared/model/checks/json.ts';
import { limits } from '#shared/model/limits.ts';
import { readPrompt } from '#shared/templates/prompt-parts.ts';
import { shortTitle } from '#shared/text/short-title.ts';
import type { CandidateValueSet } from '../../candidate.ts';
import type { Reason } from '../../files.ts';
import { type FoundCase, valueText } from '../cases/case-notes.ts';
import type { ExportedPrompt } from '../exported-prompt.ts';
import { cellsOf } from '../table.ts';
import { checkOfEvaluator, isKeptEvaluator } from './evaluators.ts';

type WrittenSet = ExportedPrompt['valueSets'][number];
type Row = Readonly<Record<string, unknown>>;
type Tests = { readonly valueSets: readonly WrittenSet[]; readonly testCases: readonly FoundCase[] };

const nameField = 'name';
const expectedField = 'expected';
const Rows = z.array(z.record(z.string(), z.unknown()));

/** Returns the rows for the tests of a text. */
export function rowsOf(text: string, { valueSets, testCases }: Tests): Record<string, string>[] {
  const { variables } = readPrompt(text).found;
  const isNamed = variables.every((variable) => variable.name !== nameField);
  const named = (name: string, values: readonly [string, string][]) =>
    Object.fromEntries(isNamed ? [[nameField, name], ...values] : values);
  const ownOf = (values: WrittenSet['values']) =>
    variables.flatMap((variable): [string, string][] => {
      const value = Object.hasOwn(values, variable.name) ? values[variable.name] : variable.field.default;
      return value === undefined || value === null ? [] : [[variable.name, value]];
    });
  if (testCases.length > 0) {
    return testCases.map(({ name, values }) => {
      const own = Object.entries({ ...Object.fromEntries(ownOf(values)), ...values });
      return named(
        name,
        own.filter(([variable]) => !isNamed || variable !== nameField),
      );
    });
  }
  return valueSets.flatMap(({ name, values }) => {
    const own = ownOf(values);
    return own.length === 0 ? [] : [named(name, own)];
  });
}

export type ReadTests = {
  readonly valueSets: CandidateValueSet[];
  readonly testCases: FoundCase[];
  readonly remarks: Reason[];
};

/** Returns what the rows and evaluators of a file are; of value sets what is no value of a variable is named. */
export function testsOfRows(text: string, testData: unknown, evaluators: unknown): ReadTests {
  const names = new Set(readPrompt(text).found.variables.map(({ name }) => name));
  const given = z.array(z.unknown()).safeParse(evaluators).data ?? [];
  const checks = given.filter((each) => !hasMoreLevelsThan(each, limits.jsonLevels - 4));
  const rows = Rows.safeParse(testData).data ?? [];
  const titled = rows.map((row, index) => ({ row, title: titleOf(row, names) || `Test ${index + 1}` }));
  const isCase = (row: Row) => checks.length > 0 || Object.hasOwn(row, expectedField);
  // Evaluators without a row would be lost.
  const alone = rows.length === 0 && checks.length > 0 ? [{ row: {}, title: 'Test 1' }] : [];
  const cases = [...titled.filter(({ row }) => isCase(row)), ...alone];
  const testCases = cases
    .slice(0, limits.casesPerFile)
    .map(({ row, title }) => caseOf(row, { title, names, evaluators: checks }));
  const sets = setsOf(
    titled.filter(({ row }) => !isCase(row)),
    names,
  );
  const lost = cases.length - testCases.length + sets.lost;
  const remarks = [...remarksOf(lost, sets.lostFields), ...remarksOnKept(checks)];
  return { valueSets: sets.valueSets, testCases, remarks };
}

type Titled = { readonly row: Row; readonly title: string };

function caseOf(
  row: Row,
  {
    title: name,
    names,
    evaluators,
  }: { title: string; names: ReadonlySet<string>; evaluators: readonly unknown[] },
): FoundCase {
  const isTitle = titleOf(row, names) !== '';
  const entries = Object.entries(row).filter(([field]) => !isTitle || field !== nameField);
  const values = Object.fromEntries(entries.map(([field, value]) => [field, valueText(value)]));
  const checks = evaluators.map((each) => checkOfEvaluator(each, values));
  return { name, enabled: true, values, checks, threshold: null, notes: '' };
}

function setsOf(rows: readonly Titled[], names: ReadonlySet<string>) {
  const sets = new Map<string, CandidateValueSet>();
  const lostFields = new Set<string>();
  for (const { row, title } of rows) {
    const values = Object.entries(row).filter(([name]) => names.has(name));
    const isTitle = titleOf(row, names) !== '';
    for (const name of Object.keys(row))
      if (!names.has(name) && (name !== nameField || !isTitle)) lostFields.add(name);
    const own = Object.fromEntries(values.map(([name, value]) => [name, valueText(value)]));
    const key = JSON.stringify(own);
    if (values.length > 0 && !sets.has(key)) sets.set(key, { id: null, name: title, values: own });
  }
  const valueSets = [...sets.values()].slice(0, limits.valueSetsPerPrompt);
  return { valueSets, lost: sets.size - valueSets.length, lostFields: [...lostFields] };
}

function titleOf(row: Row, variables: ReadonlySet<string>): string {
  const title = row[nameField];
  if (variables.has(nameField) || typeof title !== 'string') return '';
  return shortTitle(title, limits.valueSetNameLength);
}

function remarksOf(more: number, lost: readonly string[]): Reason[] {
  const remarks: Reason[] = [];
  if (more > 0) {
    remarks.push({
      sentence: message('{count, number} more tests are not imported.'),
      values: { count: more },
    });
  }
  if (lost.length > 0) {
    remarks.push({
      sentence: message('Fields of test data that are not variables are not imported: {names}.'),
      values: { names: listed(lost) },
    });
  }
  return remarks;
}

function remarksOnKept(evaluators: readonly unknown[]): Reason[] {
  const kept = evaluators.filter((each) => isKeptEvaluator(checkOfEvaluator(each, {})));
  if (kept.length === 0) return [];
  const names = kept
    .map((each) => cellsOf(each)?.name)
    .map((name) => (typeof name === 'string' ? name : '?'));
  const sentence = message('Evaluators that are kept, and not judged here: {names}.');
  return [{ sentence, values: { names: listed(names) } }];
}

const mostNames = 10;

/** Returns the first names as a list. */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, mostNames).map((name) => shortTitle(name, limits.valueSetNameLength));
  return [...shown, ...(names.length > mostNames ? ['…'] : [])].join(', ');
}
