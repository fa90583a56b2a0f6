import { describe, expect, test } from 'vitest';
import type { Stored } from '#shared/kinds/row.ts';
import type { KeptRun } from '#shared/model/run/kept-run.ts';
import { exampleKeptRun, exampleRun } from '#shared/model/run/kept-run-example.ts';
import { context, decided, merging, project, prompt, version } from './decisions-scene.ts';
import { bind } from './registry.ts';
import { RowSet } from './row-set.ts';

const at = '2026-01-01T00:00:00.000Z';
const kept = (more: Partial<Stored<'keptRun'>> = {}, row: Partial<KeptRun> = {}): Stored<'keptRun'> => {
  const whole = exampleKeptRun(row);
  return { type: 'keptRun', id: whole.id, rev: 1, seq: 8, deleted: false, by: null, ...more, row: whole };
};
const args = { promptId: 2, id: 31, versionId: 11, createdAt: at, run: exampleRun() };

/** Applies a mutation, and returns the kept run afterwards. */
function keptAfter(name: 'keepRun' | 'updateKeptRun', given: object, rows: Stored[], how = merging) {
  const bound = bind(name, given);
  if (!bound.ok) throw new Error(JSON.stringify(bound.errors));
  const decision = bound.mutation.apply(new RowSet(rows), how);
  if (!decision.ok) return decision;
  const set = new RowSet(rows);
  set.write(decision.writes, null);
  return set.live('keptRun', 31);
}

describe('keeping a run', () => {
  test('it is a row under its own id, rated as it was', () => {
    const given = { ...args, verdict: 'better', stars: 4, note: 'Good' };
    const rows = [project(), prompt(), version(11)];
    expect(keptAfter('keepRun', given, rows)).toEqual({ ...given });
    expect(keptAfter('keepRun', args, rows)).toEqual({ ...args, verdict: null, stars: null, note: '' });
  });

  test('it names a version that was deleted, and none that never was', () => {
    const gone = version(11, { deleted: true });
    expect(keptAfter('keepRun', args, [project(), prompt(), gone])).toMatchObject({ versionId: 11 });
    expect(keptAfter('keepRun', args, [project(), prompt()])).toMatchObject({ versionId: null });
  });

  test('keeping it once more changes nothing, whatever was changed meanwhile', () => {
    const rated = kept({}, { stars: 2 });
    expect(decided('keepRun', { ...args, stars: 5 }, [project(), prompt(), rated])).toEqual([]);
  });

  test('one that was deleted is kept again', () => {
    const rows = [project(), prompt(), kept({ deleted: true })];
    expect(decided('keepRun', args, rows)).toEqual(['put keptRun 31']);
  });

  test('an id of another prompt is taken, and a prompt that never was has no runs', () => {
    const other = kept({}, { promptId: 3 });
    expect(decided('keepRun', args, [project(), prompt(), other])).toEqual('id_taken');
    expect(decided('keepRun', args, [project()])).toEqual('not_found');
  });

  test('a deleted prompt comes back with its project and all that went with it', () => {
    const gone = { deleted: true };
    const rows = [
      project({ ...gone, seq: 20 }),
      prompt({ ...gone, seq: 21 }),
      version(11, { ...gone, seq: 22 }),
      kept({ ...gone, seq: 23 }, { id: 30 }),
      kept({ ...gone, seq: 9 }, { id: 29 }),
    ];
    expect(decided('keepRun', args, rows)).toEqual([
      'restore project 1',
      'restore version 11',
      'restore keptRun 30',
      'put prompt 2: text',
      'put keptRun 31',
    ]);
  });

  test.each([
    ['an answer of more than 256 KB', { answer: 'ä'.repeat(128 * 1024 + 1) }, /larger than 256 KB/],
    ['a run of more than 2.5 MB', { reasoning: 'x'.repeat(2.5 * 1024 * 1024) }, /larger than 2560 KB/],
    ['half a pair of surrogates', { answer: '\ud800' }, /character/i],
  ])('%s is refused in words', (_what, run, words) => {
    const bound = bind('keepRun', { ...args, run: exampleRun(run) });
    expect(bound).toMatchObject({ ok: false, errors: [{ message: expect.stringMatching(words) }] });
  });

  test('what a later release knows of a run passes through', () => {
    const run = { ...exampleRun(), later: [1] };
    expect(keptAfter('keepRun', { ...args, run }, [project(), prompt()])).toMatchObject({
      run: { later: [1] },
    });
  });
});

describe('changing what a person thinks of a run', () => {
  const rows = (row: Partial<KeptRun> = {}) => [project(), prompt(), kept({}, row)];

  test('each field stands by itself, and what was run stays', () => {
    const before = exampleKeptRun({ stars: 2, note: 'n', verdict: 'worse' });
    const change = { promptId: 2, id: 31 };
    expect(
      keptAfter('updateKeptRun', { ...change, stars: 5 }, [project(), prompt(), kept({}, before)]),
    ).toEqual({
      ...before,
      stars: 5,
    });
    expect(keptAfter('updateKeptRun', { ...change, verdict: null, note: '' }, rows(before))).toEqual({
      ...before,
      ...{ verdict: null, note: '' },
    });
  });

  test.each([
    ['words in other places are merged', 'one two three', 'ONE two three', 'one two THREE', 'ONE two THREE'],
    ['words in one place are both in the note', '', 'mine', 'theirs', 'mine\n\ntheirs'],
    ['words that hold the others already stay', 'a', 'a and theirs', 'theirs', 'a and theirs'],
  ])('of two notes, %s', (_what, base, mine, theirs, merged) => {
    const change = { promptId: 2, id: 31, note: mine, baseNote: base };
    expect(keptAfter('updateKeptRun', change, rows({ note: theirs }))).toMatchObject({ note: merged });
    expect(keptAfter('updateKeptRun', change, rows({ note: theirs }), context)).toMatchObject({ note: mine });
    const bound = bind('updateKeptRun', change);
    if (!bound.ok) throw new Error('the example is not valid');
    const sent = bound.mutation.rebase(new RowSet(rows({ note: theirs })), () => {
      throw new Error('nothing is kept elsewhere');
    });
    expect(sent).toEqual({ ...change, note: merged, baseNote: theirs });
  });

  test('a rating brings a deleted run back, and the prompt that it was in', () => {
    const gone = [project(), prompt({ deleted: true, seq: 21 }), kept({ deleted: true, seq: 22 })];
    expect(decided('updateKeptRun', { promptId: 2, id: 31, stars: 1 }, gone)).toEqual([
      'restore keptRun 31',
      'put prompt 2: text',
      'put keptRun 31',
    ]);
  });

  test('a change of nothing, of six stars, and of a run of another prompt are refused', () => {
    expect(bind('updateKeptRun', { promptId: 2, id: 31 })).toMatchObject({ ok: false });
    expect(bind('updateKeptRun', { promptId: 2, id: 31, stars: 6 })).toMatchObject({ ok: false });
    const other = [project(), prompt(), kept({}, { promptId: 3 })];
    expect(decided('updateKeptRun', { promptId: 2, id: 31, stars: 1 }, other)).toBe('not_found');
  });
});

describe('deleting', () => {
  const seen = (seq: number) => ({ seq, beforeNumber: 1 });

  test.each([
    ['seen as it is', seen(8), kept(), ['delete keptRun 31']],
    ['rated since', seen(7), kept(), 'changed_since'],
    ['gone already', seen(9), kept({ deleted: true }), []],
    ['gone already, for a plain request', undefined, kept({ deleted: true }), 'not_found'],
  ])('a kept run, %s', (_how, given, row, outcome) => {
    const change = { promptId: 2, id: 31, ...(given === undefined ? {} : { seen: given }) };
    expect(decided('deleteKeptRun', change, [project(), prompt(), row])).toEqual(outcome);
  });

  test('a prompt takes its kept runs along, and stays where one came after its author looked', () => {
    const rows = [project(), prompt(), version(11, { seq: 6 }), kept()];
    expect(decided('deletePrompt', { id: 2, seen: seen(8) }, rows)).toEqual([
      'delete prompt 2',
      'delete version 11',
      'delete keptRun 31',
    ]);
    const unseen = 'changed_since';
    expect(decided('deletePrompt', { id: 2, seen: seen(7) }, rows)).toEqual(unseen);
    expect(decided('deleteProject', { id: 1, seen: seen(7) }, rows)).toEqual(unseen);
  });

  test('a version goes without the runs of it', () => {
    const rows = [project(), prompt(), version(11), version(12), kept({}, { versionId: 11 })];
    expect(decided('deleteVersion', { promptId: 2, id: 11 }, rows)).toEqual(['delete version 11']);
  });
});
