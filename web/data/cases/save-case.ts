/** Creates, changes, moves and deletes the test cases of a prompt, as mutations of this device. */

import { type CaseFields, fieldsOfCase, type TestCase } from '#shared/model/checks/test-case.ts';
import { bind } from '#shared/mutations/registry.ts';
import { placed } from '#shared/text/order/cases-in-order.ts';
import { placedBetween } from '#shared/text/order/own-order.ts';
import { commit, commitInside, inOneWrite } from '../commit/commit.ts';
import type { CommitOutcome } from '../commit/commit-outcome.ts';
import type { Library } from '../database/library.ts';
import { testCasesOf } from '../queries/test-case-items.ts';

/** Lists what a person gives a new case: the rest is empty. It stands at its creation, which is the end. */
export type NewCase = Pick<CaseFields, 'name'> & Partial<CaseFields>;

/** Rejects where the browser cannot write. */
export async function createCase(
  library: Library,
  promptId: number,
  fields: NewCase,
): Promise<CommitOutcome & { id: number }> {
  const id = library.newId();
  return { ...(await commit(library, 'createTestCase', { promptId, id, ...fields })), id };
}

/**
 * Creates several cases, in their order, or none of them. They are created a millisecond apart: cases of one moment stand
 * by their ids. Rejects where the browser cannot write.
 */
export async function createCases(
  library: Library,
  promptId: number,
  cases: readonly NewCase[],
): Promise<CommitOutcome> {
  const first = library.deps.now() - cases.length;
  const creations = cases.map((fields, place) => {
    const createdAt = new Date(first + place).toISOString();
    return { promptId, id: library.newId(), createdAt, ...fields };
  });
  for (const args of creations) {
    const bound = bind('createTestCase', args);
    if (!bound.ok) return { ok: false, code: 'invalid_fields', errors: bound.errors };
  }
  return inOneWrite(library, async (): Promise<CommitOutcome> => {
    for (const args of creations) {
      // With valid fields, either the first one is refused or none is.
      const outcome = await commitInside(library, 'createTestCase', args);
      if (!outcome.ok) return outcome;
    }
    return { ok: true };
  });
}

/**
 * Changes the fields that are named. `base`: the case as it was shown when the change was made, upon which notes, values
 * and checks merge with what came meanwhile. Nothing is written where nothing changed.
 */
export async function updateCase(
  library: Library,
  base: TestCase,
  change: Partial<CaseFields>,
): Promise<CommitOutcome> {
  const before = new Map<string, unknown>(Object.entries(fieldsOfCase(base)));
  const changed: Partial<CaseFields> = Object.fromEntries(
    Object.entries(change).filter(
      ([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(before.get(name)),
    ),
  );
  if (Object.keys(changed).length === 0) return { ok: true };
  const { promptId, id } = base;
  return commit(library, 'updateTestCase', {
    ...{ promptId, id, ...changed },
    ...(changed.notes === undefined ? {} : { baseNotes: base.notes }),
    ...(changed.values === undefined ? {} : { baseValues: base.values }),
    ...(changed.checks === undefined ? {} : { baseChecks: base.checks }),
  });
}

export function deleteCase(
  library: Library,
  { promptId, id }: Pick<TestCase, 'promptId' | 'id'>,
): Promise<CommitOutcome> {
  return commit(library, 'deleteTestCase', { promptId, id });
}

/** Puts a case before the one that is at this index of the others; at the end: their number. */
export function moveCase(
  library: Library,
  { promptId, id }: Pick<TestCase, 'promptId' | 'id'>,
  at: number,
): Promise<CommitOutcome> {
  return inOneWrite(library, async (): Promise<CommitOutcome> => {
    const others = (await testCasesOf(library, promptId)).filter((each) => each.id !== id);
    const moved = placedBetween(id, { rows: others.map(placed), at, now: library.deps.now() });
    for (const place of moved) {
      const outcome = await commitInside(library, 'updateTestCase', { promptId, ...place });
      if (!outcome.ok) return outcome;
    }
    return { ok: true };
  });
}
