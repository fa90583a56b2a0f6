/** Decides which test cases of a candidate are added to a prompt. */
import { fieldsOfCase, type TestCase } from '#shared/model/checks/test-case.ts';
import { pastArgs } from '#shared/model/past-row.ts';
import type { CandidateCase, PromptCandidate } from '../candidate.ts';
import type { Reason } from '../files.ts';
import type { PlannedMutation, PlannedRow, PlanOptions } from './planned.ts';
import { nothingAdded, whyRefused } from './row.ts';

type Onto = {
  promptId: number;
  /** Those that the prompt has. */
  here: readonly TestCase[];
  options: Pick<PlanOptions, 'drawId' | 'now'>;
};

type Added = Pick<PlannedRow, 'adds' | 'undo'> & {
  readonly mutations: readonly CaseCreation[];
  /** Why cases are refused, each reason once. */
  readonly remarks: readonly Reason[];
  readonly refused: number;
};

export type CaseCreation = Extract<PlannedMutation, { readonly name: 'createTestCase' }>;

/**
 * A case that the prompt has, under its id or its name, with the same values, checks and notes changes nothing. One that
 * has others by now comes in beside it, under another id. Cases without a time are created a millisecond apart, so that
 * they stand in their order.
 */
export function testCasesToAdd(
  { id: promptOfFile, testCases }: Pick<PromptCandidate, 'id' | 'testCases'>,
  { promptId, here, options }: Onto,
): Added {
  const known = new Map(here.map((row) => [row.id, contentOf(row)]));
  const had = new Set(here.map(namedContentOf));
  const mutations: CaseCreation[] = [];
  let refused = 0;
  const undo: PlannedMutation[] = [];
  const remarks = new Map<string, Reason>();
  const first = Date.parse(options.now) - testCases.length;
  for (const [place, row] of testCases.entries()) {
    const content = contentOf(row);
    const isHere = row.id !== null && known.get(row.id) === content;
    if (isHere || had.has(namedContentOf(row))) continue;
    const isFree = promptOfFile === promptId && row.id !== null && !known.has(row.id);
    const id = isFree ? row.id : options.drawId();
    const createdAt = row.createdAt ?? new Date(first + place).toISOString();
    const args = { promptId, id, ...fieldsOfCase(row), ...pastArgs({ createdAt }) };
    const reason = whyRefused([{ name: 'createTestCase', args }]);
    if (reason !== null) {
      remarks.set(reason.sentence, reason);
      refused += 1;
      continue;
    }
    known.set(id, content);
    mutations.push({ name: 'createTestCase', args });
    undo.push({ name: 'deleteTestCase', args: { promptId, id } });
  }
  const adds = { ...nothingAdded, cases: mutations.length };
  return { adds, mutations, undo: undo.toReversed(), remarks: [...remarks.values()], refused };
}

type Content = Pick<CandidateCase, 'name' | 'values' | 'checks' | 'notes'>;

function contentOf({ values, checks, notes }: Content): string {
  return JSON.stringify([values, checks, notes]);
}

function namedContentOf(row: Content): string {
  return JSON.stringify([row.name, contentOf(row)]);
}
