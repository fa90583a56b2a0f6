/** Decides which test cases of a candidate are added to a prompt. */
import { argsOfCase, type TestCase } from '#shared/model/checks/test-case.ts';
import type { PromptCandidate } from '../candidate.ts';
import type { Reason } from '../files.ts';
import type { PlannedMutation, PlannedRow, PlanOptions } from './planned.ts';
import { nothingAdded, whyRefused } from './row.ts';

type Onto = {
  promptId: number;
  /** Those that the prompt has. */
  here: readonly TestCase[];
  options: PlanOptions;
};

/**
 * A case that the prompt has, under its id or its name, with the same values, checks and notes changes nothing. One that
 * has others by now comes in beside it, under another id.
 */
export function testCasesToAdd(
  { id: promptOfFile, testCases }: PromptCandidate,
  { promptId, here, options }: Onto,
): Pick<PlannedRow, 'adds' | 'mutations' | 'undo'> & { remarks: Reason[] } {
  const known = new Map(here.map((row) => [row.id, contentOf(row)]));
  const had = new Set(here.map(namedContentOf));
  const mutations: PlannedMutation[] = [];
  const undo: PlannedMutation[] = [];
  const remarks: Reason[] = [];
  for (const row of testCases) {
    if (known.get(row.id) === contentOf(row) || had.has(namedContentOf(row))) continue;
    const isFree = promptOfFile === promptId && !known.has(row.id);
    const id = isFree ? row.id : options.drawId();
    const args = { ...argsOfCase(row), promptId, id };
    const reason = whyRefused([{ name: 'createTestCase', args }]);
    if (reason !== null) {
      remarks.push(reason);
      continue;
    }
    known.set(id, contentOf(row));
    mutations.push({ name: 'createTestCase', args });
    undo.unshift({ name: 'deleteTestCase', args: { promptId, id } });
  }
  return { adds: { ...nothingAdded, cases: mutations.length }, mutations, undo, remarks };
}

function contentOf({ values, checks, notes }: TestCase): string {
  return JSON.stringify([values, checks, notes]);
}

function namedContentOf(row: TestCase): string {
  return JSON.stringify([row.name, contentOf(row)]);
}
