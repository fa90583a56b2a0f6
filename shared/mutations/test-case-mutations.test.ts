import { describe, expect, test } from 'vitest';
import type { Stored } from '#shared/kinds/row.ts';
import type { TestCase } from '#shared/model/checks/test-case.ts';
import { exampleTestCase } from '#shared/model/checks/test-case-example.ts';
import { context, decided, merging, project, prompt, rebased, version } from './decisions-scene.ts';
import { bind } from './registry.ts';
import { RowSet } from './row-set.ts';

const testCase = (
  more: Partial<Stored<'testCase'>> = {},
  row: Partial<TestCase> = {},
): Stored<'testCase'> => {
  const whole = exampleTestCase(row);
  return { type: 'testCase', id: whole.id, rev: 1, seq: 8, deleted: false, by: null, ...more, row: whole };
};
const args = { promptId: 2, id: 41, name: 'Greets' };
const check = (value: string) => ({ type: 'contains', value });

/** Applies a mutation, and returns the case afterwards. */
function caseAfter(name: 'createTestCase' | 'updateTestCase', given: object, rows: Stored[], how = merging) {
  const bound = bind(name, given);
  if (!bound.ok) throw new Error(JSON.stringify(bound.errors));
  const decision = bound.mutation.apply(new RowSet(rows), how);
  if (!decision.ok) return decision;
  const set = new RowSet(rows);
  set.write(decision.writes, null);
  return set.live('testCase', 41);
}

describe('creating a test case', () => {
  test('it is a row under its own id; what is not given is empty', () => {
    const rows = [project(), prompt()];
    const empty = { enabled: true, values: {}, checks: [], threshold: null, notes: '', position: null };
    const made = { ...args, ...empty, createdAt: context.now };
    expect(caseAfter('createTestCase', args, rows)).toEqual(made);
    const given = exampleTestCase({ enabled: false, threshold: 0.5, notes: 'n', position: 'a1' });
    expect(caseAfter('createTestCase', given, rows)).toEqual(given);
  });

  test('creating it once more changes nothing, whatever was changed meanwhile', () => {
    const rows = [project(), prompt(), testCase({}, { name: 'Renamed' })];
    expect(decided('createTestCase', args, rows)).toEqual([]);
  });

  test('one that was deleted is created again, where it stood', () => {
    const rows = [
      project(),
      prompt(),
      testCase({ deleted: true }, { createdAt: '2025-01-01T00:00:00.000Z' }),
    ];
    expect(caseAfter('createTestCase', args, rows)).toMatchObject({ createdAt: '2025-01-01T00:00:00.000Z' });
  });

  test('an id of another prompt is taken, and a prompt that never was has no cases', () => {
    expect(decided('createTestCase', args, [project(), prompt(), testCase({}, { promptId: 3 })])).toEqual(
      'id_taken',
    );
    expect(decided('createTestCase', args, [project()])).toEqual('not_found');
  });

  test('a deleted prompt comes back with its project and all that went with it', () => {
    const gone = { deleted: true };
    const rows = [
      ...[project({ ...gone, seq: 20 }), prompt({ ...gone, seq: 21 }), version(11, { ...gone, seq: 22 })],
      ...[testCase({ ...gone, seq: 23 }, { id: 42 }), testCase({ ...gone, seq: 9 }, { id: 43 })],
    ];
    expect(decided('createTestCase', args, rows)).toEqual([
      ...['restore project 1', 'restore version 11', 'restore testCase 42'],
      ...['put prompt 2: text', 'put testCase 41'],
    ]);
  });

  test.each([
    ['a name of spaces', { name: '  ' }, /./],
    ['a name of more than 200 characters', { name: 'x'.repeat(201) }, /./],
    ['notes of more than 64 KB', { notes: 'ä'.repeat(32 * 1024 + 1) }, /larger than 64 KB/],
    ['a check with half a pair of surrogates', { checks: [check('\ud800')] }, /character/i],
    ['more than 100 checks', { checks: Array.from({ length: 101 }, () => check('a')) }, /./],
    ['checks that are too deep', { checks: [JSON.parse('['.repeat(31) + ']'.repeat(31))] }, /31 levels/],
    ['a threshold above 1', { threshold: 1.1 }, /./],
    ['more than 512 KB together', { checks: [check('x'.repeat(512 * 1024))] }, /larger than 512 KB/],
  ])('%s is refused', (_what, change, words) => {
    const bound = bind('createTestCase', { ...args, ...change });
    expect(bound).toMatchObject({ ok: false, errors: [{ message: expect.stringMatching(words) }] });
  });

  test('checks that nobody knows pass through', () => {
    const checks = [{ type: 'later', config: { deep: [null, 1] } }, 'odd'];
    expect(caseAfter('createTestCase', { ...args, checks }, [project(), prompt()])).toMatchObject({ checks });
  });
});

describe('changing a test case', () => {
  const rows = (row: Partial<TestCase> = {}) => [project(), prompt(), testCase({}, row)];

  test.each<Partial<TestCase>>([
    { name: 'Renamed' },
    { enabled: false },
    { values: { name: 'Eve' } },
    { checks: [] },
    { threshold: 0.25 },
    { notes: 'n' },
    { position: 'a1' },
  ])('a field stands by itself: %j', (change) => {
    const before = exampleTestCase({ threshold: 1, notes: 'before' });
    const after = { ...before, ...change };
    expect(caseAfter('updateTestCase', { promptId: 2, id: 41, ...change }, rows(before))).toEqual(after);
    expect(caseAfter('updateTestCase', { promptId: 2, id: 41, ...change }, rows(before), context)).toEqual(
      after,
    );
  });

  /** Applies a change that was made upon `base` to `theirs`, and returns what it is sent as then. */
  function merged(base: Partial<TestCase>, change: Partial<TestCase>, theirs: Partial<TestCase>) {
    const { notes, values, checks } = exampleTestCase(base);
    const upon = {
      ...(change.notes === undefined ? {} : { baseNotes: notes }),
      ...(change.values === undefined ? {} : { baseValues: values }),
      ...(change.checks === undefined ? {} : { baseChecks: checks }),
    };
    const given = { promptId: 2, id: 41, ...change, ...upon };
    const shown = caseAfter('updateTestCase', given, rows(theirs));
    const sent = rebased('updateTestCase', given, rows(theirs));
    expect(caseAfter('updateTestCase', sent as object, rows(theirs), context)).toEqual(shown);
    expect(rebased('updateTestCase', sent as Record<string, unknown>, rows(theirs))).toEqual(sent);
    return shown;
  }

  test('of two notes, changes in other places are merged, and those in one place are both there', () => {
    expect(
      merged({ notes: 'one two three' }, { notes: 'ONE two three' }, { notes: 'one two THREE' }),
    ).toMatchObject({ notes: 'ONE two THREE' });
    expect(merged({}, { notes: 'mine' }, { notes: 'theirs' })).toMatchObject({ notes: 'mine\n\ntheirs' });
  });

  test('a value that one side changed is that side’s', () => {
    const base = { values: { a: '1', b: '2', c: '3' } };
    const mine = { values: { a: 'mine', b: '2', c: '3' } };
    const theirs = { values: { a: '1', b: 'theirs', d: '4' } };
    expect(merged(base, mine, theirs)).toMatchObject({
      values: { a: 'mine', b: 'theirs', d: '4' },
      notes: '',
    });
  });

  test('where both changed a value mine stays, and theirs is a line of the notes', () => {
    const base = { values: { a: '1', b: '2' }, notes: 'n' };
    const theirs = { values: { a: 'theirs', b: 'two' }, notes: 'n' };
    expect(merged(base, { values: { a: 'mine' } }, theirs)).toMatchObject({
      values: { a: 'mine' },
      notes: 'n\na: theirs\nb: two',
    });
    expect(merged(base, { values: { a: 'mine', b: '2' }, notes: 'my n' }, theirs)).toMatchObject({
      values: { a: 'mine', b: 'two' },
      notes: 'my n\na: theirs',
    });
  });

  test('of two lists of checks, those that were added are there, and those that were taken out are not', () => {
    const base = { checks: [check('a'), check('b'), check('c')] };
    const mine = { checks: [check('a'), check('c'), check('mine')] };
    const theirs = { checks: [check('a'), check('b'), check('theirs')] };
    expect(merged(base, mine, theirs)).toMatchObject({ checks: ['a', 'mine', 'theirs'].map(check) });
  });

  test('without a base, as from a REST client, what is sent replaces', () => {
    const change = { promptId: 2, id: 41, notes: 'mine', values: { a: 'mine' }, checks: [] };
    const theirs = rows({ notes: 'theirs', values: { a: 'theirs' } });
    expect(caseAfter('updateTestCase', change, theirs)).toMatchObject({
      notes: 'mine',
      values: { a: 'mine' },
    });
  });

  test('a change brings a deleted case back, and the prompt that it was in', () => {
    const gone = [project(), prompt({ deleted: true, seq: 21 }), testCase({ deleted: true, seq: 22 })];
    expect(decided('updateTestCase', { promptId: 2, id: 41, enabled: false }, gone)).toEqual([
      ...['restore testCase 41', 'put prompt 2: text', 'put testCase 41'],
    ]);
  });

  test('a change of nothing, one that makes it too large, and one of another prompt are refused', () => {
    expect(bind('updateTestCase', { promptId: 2, id: 41, baseNotes: '' })).toMatchObject({ ok: false });
    const large = { promptId: 2, id: 41, checks: [check('x'.repeat(512 * 1024))] };
    expect(decided('updateTestCase', large, rows())).toBe('too_large');
    const other = [project(), prompt(), testCase({}, { promptId: 3 })];
    expect(decided('updateTestCase', { promptId: 2, id: 41, enabled: true }, other)).toBe('not_found');
  });
});

describe('deleting', () => {
  const seen = (seq: number) => ({ seq, beforeNumber: 1 });

  test.each([
    ['seen as it is', seen(8), testCase(), ['delete testCase 41']],
    ['changed since', seen(7), testCase(), 'changed_since'],
    ['gone already', seen(9), testCase({ deleted: true }), []],
    ['gone already, for a plain request', undefined, testCase({ deleted: true }), 'not_found'],
  ])('a test case, %s', (_how, given, row, outcome) => {
    const change = { promptId: 2, id: 41, ...(given === undefined ? {} : { seen: given }) };
    expect(decided('deleteTestCase', change, [project(), prompt(), row])).toEqual(outcome);
  });

  test('a prompt takes its test cases along, and stays where one came after its author looked', () => {
    const rows = [project(), prompt(), testCase()];
    expect(decided('deletePrompt', { id: 2, seen: seen(8) }, rows)).toEqual([
      ...['delete prompt 2', 'delete testCase 41'],
    ]);
    expect(decided('deletePrompt', { id: 2, seen: seen(7) }, rows)).toEqual('changed_since');
    expect(decided('deleteProject', { id: 1, seen: seen(7) }, rows)).toEqual('changed_since');
  });
});
