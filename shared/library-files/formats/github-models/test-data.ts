/**
 * Writes the value sets of a prompt as rows of test data, and reads them there.
 *
 * 1. A row has the values of the prompt's variables, its usual ones too: nothing else fills them in there.
 * 2. A row's name is in the field `name`, unless a variable has that name.
 */
import { z } from 'zod';
import { message } from '#shared/language/message.ts';
import { limits } from '#shared/model/limits.ts';
import { readPrompt } from '#shared/templates/prompt-parts.ts';
import { shortTitle } from '#shared/text/short-title.ts';
import type { CandidateCase, CandidateValueSet } from '../../candidate.ts';
import type { Reason } from '../../files.ts';
import { valueText } from '../cases/case-notes.ts';
import { TestReader } from '../cases/test-reader.ts';
import { TestsOfPrompts } from '../cases/tests-of-prompts.ts';
import type { ExportedPrompt } from '../exported-prompt.ts';
import { listed } from '../parts/listed.ts';
import { checksOfRow, type Evaluator } from './evaluators.ts';

type WrittenSet = ExportedPrompt['valueSets'][number];
type Row = Readonly<Record<string, unknown>>;

const nameField = 'name';
const Rows = z.array(z.record(z.string(), z.unknown()));

/** Returns the rows for value sets of a text. */
export function rowsOf(text: string, valueSets: readonly WrittenSet[]): Record<string, string>[] {
  const { variables } = readPrompt(text).found;
  const isNamed = variables.every((variable) => variable.name !== nameField);
  return valueSets.flatMap(({ name, values }) => {
    const own = variables.flatMap((variable): [string, string][] => {
      const value = Object.hasOwn(values, variable.name) ? values[variable.name] : variable.field.default;
      return value === undefined || value === null ? [] : [[variable.name, value]];
    });
    if (own.length === 0) return [];
    return [Object.fromEntries(isNamed ? [[nameField, name], ...own] : own)];
  });
}

export type ReadRows = { readonly valueSets: CandidateValueSet[]; readonly remarks: Reason[] };

/** Returns a value set for each row that has a value for a variable of the text; what else stands in rows is named. */
export function setsOfRows(text: string, testData: unknown): ReadRows {
  const names = new Set(readPrompt(text).found.variables.map(({ name }) => name));
  const sets = new Map<string, CandidateValueSet>();
  const lost = new Set<string>();
  for (const [index, row] of (Rows.safeParse(testData).data ?? []).entries()) {
    const values = Object.entries(row).filter(([name]) => names.has(name));
    const title = titleOf(row, names);
    for (const name of Object.keys(row)) {
      if (!names.has(name) && (name !== nameField || title === '')) lost.add(name);
    }
    const set = {
      ...{ id: null, name: title || `Test ${index + 1}` },
      values: Object.fromEntries(values.map(([name, value]) => [name, valueText(value)])),
    };
    const key = JSON.stringify(set.values);
    if (values.length > 0 && !sets.has(key)) sets.set(key, set);
  }
  const valueSets = [...sets.values()].slice(0, limits.valueSetsPerPrompt);
  return { valueSets, remarks: remarksOf(sets.size - valueSets.length, [...lost]) };
}

/** Returns the rows of test data. */
export function rowsOfData(testData: unknown): Row[] {
  return Rows.safeParse(testData).data ?? [];
}

/** Returns a test case for each row that evaluators judge; null where they judge none. */
export function casesOfRows(
  text: string,
  testData: unknown,
  evaluators: readonly Evaluator[],
): { testCases: readonly CandidateCase[]; remarks: Reason[] } | null {
  const rows = rowsOfData(testData);
  const checks = rows.map((row) => checksOfRow(evaluators, row));
  if (checks.every((each) => each.length === 0)) return null;
  const names = new Set(readPrompt(text).found.variables.map(({ name }) => name));
  const judging = JSON.stringify(evaluators);
  const isUsed = (name: string) => judging.includes(`{{${name}}}`) || name === 'expected';
  const reader = new TestReader();
  const lost = new Set<string>();
  for (const [index, row] of rows.entries()) {
    const title = titleOf(row, names);
    for (const name of Object.keys(row)) {
      if (!names.has(name) && !isUsed(name) && (name !== nameField || title === '')) lost.add(name);
    }
    const vars = Object.fromEntries(Object.entries(row).filter(([name]) => names.has(name)));
    const test = { description: title, vars, assert: checks[index], options: { disableVarExpansion: true } };
    reader.add(test, `Test ${index + 1}`);
  }
  const { testCases, lost: more } = new TestsOfPrompts(reader.tests).of(text, []);
  return { testCases, remarks: [...reader.remarks(), ...remarksOf(more, [...lost])] };
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
