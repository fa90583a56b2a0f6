/**
 * Creates, changes and deletes the test cases of a prompt.
 *
 * 1. A case is created under its own id: creating it twice is one row.
 * 2. Each field stands by itself: the later one to arrive stays. Three merge, upon the base that only the client has:
 *    notes as texts, values by name, checks as a list.
 * 3. A value that both sides changed is mine; theirs is a line of the notes, so that nothing that was typed is lost.
 */
import { z } from 'zod';
import { mergeChecks } from '#shared/merge/merge-checks.ts';
import { mergeValues, valuesDiffer } from '#shared/merge/merge-values.ts';
import { mergedNote } from '#shared/merge/merged-note.ts';
import { Json } from '#shared/model/checks/json.ts';
import {
  type CaseFields,
  fitsCase,
  type TestCase,
  tooLargeCase,
  writtenCase,
} from '#shared/model/checks/test-case.ts';
import { Id } from '#shared/model/ids.ts';
import { PastTime } from '#shared/model/past-row.ts';
import { TextBefore } from '#shared/model/prompt.ts';
import { recordOf } from '#shared/model/record-of.ts';
import { alreadyGone, defineMutation, done, fields, refused, Seen, wasSeen, withId } from './mutation.ts';
import { revivalWrites } from './prompt-lifecycle.ts';
import { putPrompt, type Write } from './row-set.ts';

const route = '/api/prompts/:id/cases';
const pathOf = (promptId: number, id: number) => `/api/prompts/${promptId}/cases/${id}`;
const Written = z.strictObject(writtenCase);

const createTestCase = defineMutation({
  name: 'createTestCase',
  effect: 'create',
  args: Written.partial()
    .extend({ promptId: Id, id: Id, name: writtenCase.name, createdAt: PastTime.optional() })
    .refine(fitsCase, tooLargeCase),
  lane: 'structure',
  route: { method: 'POST', pattern: route },
  request: ({ promptId, ...body }) => ({ method: 'POST', path: `/api/prompts/${promptId}/cases`, body }),
  fromRequest: ({ params, body }, draw) => ({ ...withId(fields(body), draw), promptId: params.id }),
  target: ({ id }) => ({ ref: { type: 'testCase', id }, must: 'create' }),
  needs: ({ promptId }) => [{ type: 'prompt', id: promptId }],
  touches: ({ promptId, id }) => touched(promptId, id),
  apply(rows, { promptId, ...given }, { now }) {
    const prompt = rows.stored('prompt', promptId);
    if (prompt === undefined) return refused('not_found');
    const there = rows.live('testCase', given.id);
    if (there !== undefined) return there.promptId === promptId ? done([], there) : refused('id_taken');
    const { enabled = true, values = {}, checks = [], threshold = null, notes = '', position = null } = given;
    const createdAt = given.createdAt ?? rows.stored('testCase', given.id)?.row.createdAt ?? now;
    const row: TestCase = {
      ...{ id: given.id, promptId, name: given.name, enabled, values, checks },
      ...{ threshold, notes, position, createdAt },
    };
    const revived = prompt.deleted ? [...revivalWrites(rows, prompt), putPrompt(prompt.row)] : [];
    return done([...revived, putTestCase(row)], row, 201);
  },
});

const UpdateTestCase = Written.partial()
  .extend({
    promptId: Id,
    id: Id,
    /** The notes, values and checks that the changed ones were written upon; only the client has them. */
    baseNotes: TextBefore.optional(),
    baseValues: recordOf(z.string(), z.string()).optional(),
    baseChecks: z.array(Json).optional(),
  })
  .refine(
    (change) => Object.keys(definedFields(change)).length > 0,
    'A name, values, checks or another field are needed.',
  );
type UpdateTestCase = z.infer<typeof UpdateTestCase>;

const updateTestCase = defineMutation({
  name: 'updateTestCase',
  args: UpdateTestCase,
  lane: 'structure',
  route: { method: 'PATCH', pattern: `${route}/:caseId` },
  request: ({ promptId, id, baseNotes: _notes, baseValues: _values, baseChecks: _checks, ...body }) => ({
    method: 'PATCH',
    path: pathOf(promptId, id),
    body,
  }),
  fromRequest: ({ params, body }) => ({ ...fields(body), promptId: params.id, id: params.caseId }),
  target: ({ id }) => ({ ref: { type: 'testCase', id }, must: 'exist' }),
  needs: ({ promptId }) => [{ type: 'prompt', id: promptId }],
  touches: ({ promptId, id }) => touched(promptId, id),
  apply(rows, args, { texts }) {
    const { promptId, id } = args;
    const prompt = rows.stored('prompt', promptId);
    const before = rows.stored('testCase', id);
    if (prompt === undefined || before === undefined || before.row.promptId !== promptId)
      return refused('not_found');
    const change = texts === 'asSent' ? args : mergedUpon(before.row, args);
    const row: TestCase = { ...before.row, ...definedFields(change) };
    if (!fitsCase(row)) return refused('too_large');
    const revived = prompt.deleted ? [...revivalWrites(rows, prompt), putPrompt(prompt.row)] : [];
    return done([...revived, putTestCase(row)], row);
  },
  rebase(rows, args) {
    const theirs = rows.stored('testCase', args.id)?.row;
    return theirs === undefined ? args : mergedUpon(theirs, args);
  },
});

const deleteTestCase = defineMutation({
  name: 'deleteTestCase',
  effect: 'delete',
  args: z.strictObject({ promptId: Id, id: Id, seen: Seen.optional() }),
  lane: 'structure',
  route: { method: 'DELETE', pattern: `${route}/:caseId` },
  request: ({ promptId, id, seen }) => ({ method: 'DELETE', path: pathOf(promptId, id), body: { seen } }),
  fromRequest: ({ params, body }) => ({ ...fields(body), promptId: params.id, id: params.caseId }),
  target: ({ id }) => ({ ref: { type: 'testCase', id }, must: 'any' }),
  needs: ({ promptId }) => [{ type: 'prompt', id: promptId }],
  touches: ({ id }) => [{ kind: 'row', ref: { type: 'testCase', id } }],
  apply(rows, { promptId, id, seen }, context) {
    const found = rows.stored('testCase', id);
    if (found !== undefined && found.row.promptId !== promptId) return refused('not_found');
    if (found === undefined || found.deleted) return alreadyGone(id, seen);
    if (!wasSeen(found, seen, context)) return refused('changed_since');
    return done([{ kind: 'delete', type: 'testCase', id }], { id });
  },
});

/** Returns the fields of a case that a change names. */
function definedFields(change: Partial<Record<keyof typeof writtenCase, unknown>>): Partial<CaseFields> {
  return Object.fromEntries(
    Object.keys(writtenCase).flatMap((name) => {
      const value = change[name as keyof typeof writtenCase];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Returns the change as it is upon these values; the same one where nothing has to be merged. */
function mergedUpon(theirs: TestCase, change: UpdateTestCase): UpdateTestCase {
  const merged: Partial<UpdateTestCase> = {};
  const { notes, baseNotes, values, baseValues, checks, baseChecks } = change;
  if (notes !== undefined && baseNotes !== undefined && baseNotes !== theirs.notes) {
    merged.notes = mergedNote(baseNotes, notes, theirs.notes);
    merged.baseNotes = theirs.notes;
  }
  if (values !== undefined && baseValues !== undefined && valuesDiffer(baseValues, theirs.values)) {
    const { values: all, lost } = mergeValues(baseValues, values, theirs.values);
    Object.assign(merged, { values: all, baseValues: theirs.values });
    const written = merged.notes ?? notes ?? theirs.notes;
    const lines = lost
      .map(({ name, value }) => `${name}: ${value}`)
      .filter((line) => !written.includes(line));
    if (lines.length > 0) {
      merged.notes = [...(written === '' ? [] : [written]), ...lines].join('\n');
      merged.baseNotes = theirs.notes;
    }
  }
  const areOtherChecks = JSON.stringify(baseChecks) !== JSON.stringify(theirs.checks);
  if (checks !== undefined && baseChecks !== undefined && areOtherChecks) {
    merged.checks = mergeChecks(baseChecks, checks, theirs.checks);
    merged.baseChecks = theirs.checks;
  }
  return Object.keys(merged).length === 0 ? change : { ...change, ...merged };
}

function touched(promptId: number, id: number) {
  return [
    { kind: 'row' as const, ref: { type: 'prompt' as const, id: promptId } },
    { kind: 'row' as const, ref: { type: 'testCase' as const, id } },
    { kind: 'revivalOf' as const, promptId },
  ];
}

function putTestCase(row: TestCase): Write {
  return { kind: 'put', type: 'testCase', id: row.id, row };
}

export const testCaseMutations = { createTestCase, updateTestCase, deleteTestCase } as const;
