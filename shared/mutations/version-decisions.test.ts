/** Tests what mutations decide about versions: edits, reviews and saving. */
import { describe, expect, test } from 'vitest';
import type { Stored } from '#shared/kinds/row.ts';
import { context, decided, project, prompt, rebased, version } from './decisions-scene.ts';
import { bind } from './registry.ts';
import { RowSet } from './row-set.ts';

describe('an edit of a version', () => {
  const rows = [project(), prompt(), version(11), version(12, {}, { original: 'first' })];
  const edit = (id: number, content: string, more = {}) => ({ promptId: 2, id, content, ...more });
  const written = (args: Record<string, unknown>, how = context) => {
    const bound = bind('editVersion', args);
    const decision = bound.ok ? bound.mutation.apply(new RowSet(rows), how) : null;
    return decision?.ok ? decision.body : null;
  };

  test('keeps the text before the first edit, and leaves the prompt alone', () => {
    expect(decided('editVersion', edit(11, 'new'), rows)).toEqual(['put version 11: new']);
    expect(written(edit(11, 'new'))).toMatchObject({ content: 'new', original: 'saved 11' });
    expect(written(edit(12, 'new'))).toMatchObject({ content: 'new', original: 'first' });
  });

  test('with the same text or none writes nothing, and of another prompt it is refused', () => {
    expect(decided('editVersion', edit(11, 'saved 11'), rows)).toEqual([]);
    expect(decided('editVersion', edit(11, ''), rows)).toEqual([]);
    expect(decided('editVersion', { ...edit(11, 'new'), promptId: 3 }, [...rows, prompt({ id: 3 })])).toBe(
      'not_found',
    );
    expect(decided('editVersion', edit(19, 'new'), rows)).toBe('not_found');
  });

  test('preserves the text that it replaces as a version of the prompt', () => {
    const preserve = { id: 30, description: 'Kept', conflict: null };
    expect(decided('editVersion', edit(11, 'new', { preserve }), rows)).toEqual([
      'put version 30: saved 11',
      'put prompt 2: text',
      'put version 11: new',
    ]);
  });

  test('waits as an edit upon the newer text, and stays as it is where nothing changed', () => {
    const base = 'one\n\ntwo\n';
    const mine = edit(11, 'one\n\nmine\n', { base });
    const theirs = version(11, {}, { content: 'theirs\n\ntwo\n' });
    expect(rebased('editVersion', mine, [project(), prompt(), theirs])).toMatchObject({
      content: 'theirs\n\nmine\n',
      base: 'theirs\n\ntwo\n',
    });
    const same = version(11, {}, { content: base });
    expect(rebased('editVersion', mine, [project(), prompt(), same])).toEqual(mine);
    expect(rebased('editVersion', mine, [project(), prompt()])).toEqual(mine);
  });
});

describe('a review', () => {
  const unreviewed = version(11, {}, { conflict: 'unreviewed' });
  const review = { promptId: 2, id: 11 };

  test('marks a conflict as seen, once', () => {
    const bound = bind('reviewVersion', review);
    const reviewed = (row: Stored) =>
      bound.ok ? bound.mutation.apply(new RowSet([project(), prompt(), row]), context) : null;
    expect(reviewed(unreviewed)).toMatchObject({
      ok: true,
      body: { id: 11, conflict: 'reviewed' },
      writes: [{ kind: 'put' }],
    });
    expect(reviewed(version(11, {}, { conflict: 'reviewed' }))).toMatchObject({ ok: true, writes: [] });
    expect(reviewed(version(11))).toMatchObject({ ok: true, writes: [] });
  });

  test('of a version that is gone is done for a client that had it, and unknown to another', () => {
    const gone = [project(), prompt(), version(11, { deleted: true }, { conflict: 'unreviewed' })];
    expect(decided('reviewVersion', review, gone)).toEqual([]);
    expect(decided('reviewVersion', review, gone, { ...context, by: null })).toBe('not_found');
    expect(decided('reviewVersion', { promptId: 3, id: 11 }, [unreviewed])).toBe('not_found');
  });
});

describe('a version that is saved', () => {
  const rows = [project(), prompt(), version(11)];
  const save = (more: Record<string, unknown> = {}) => ({
    promptId: 2,
    id: 20,
    content: 'new',
    description: 'd',
    ...more,
  });

  test('is the newest one, and its text is current', () => {
    expect(decided('saveVersion', save(), rows)).toEqual(['put version 20: new', 'put prompt 2: new']);
    expect(decided('saveVersion', save({ content: ' ' }), rows)).toEqual([]);
    expect(decided('saveVersion', save({ id: 11 }), rows)).toBe('id_taken');
  });

  test('preserves the current text first, unless the newest version has it and nobody has to look at it', () => {
    const preserve = { id: 30, description: 'Kept', conflict: null };
    const kept = ['put version 30: text', 'put version 20: new', 'put prompt 2: new'];
    expect(decided('saveVersion', save({ preserve }), rows)).toEqual(kept);
    const saved = [project(), prompt(), version(11, {}, { content: 'text' })];
    expect(decided('saveVersion', save({ preserve }), saved)).toEqual(kept.slice(1));
    const unreviewed = [project(), prompt(), version(11, {}, { content: 'text', conflict: 'unreviewed' })];
    expect(decided('saveVersion', save({ preserve }), unreviewed)).toEqual(kept);
    const conflict = { ...preserve, conflict: 'unreviewed' };
    expect(decided('saveVersion', save({ preserve: conflict }), saved)).toEqual(kept);
    expect(decided('saveVersion', save({ preserve }), [project(), prompt()])).toEqual(kept);
  });

  test('of an id that exists is saved under the other one, once', () => {
    const again = save({ id: 11, onConflict: { saveAs: 40 } });
    expect(decided('saveVersion', again, rows)).toEqual(['put version 40: new', 'put prompt 2: new']);
    expect(decided('saveVersion', again, [...rows, version(40)])).toEqual([]);
    expect(
      decided('saveVersion', save({ id: 11, content: 'saved 11', onConflict: { saveAs: 40 } }), rows),
    ).toEqual([]);
    expect(decided('saveVersion', save({ id: 21, onConflict: { saveAs: 40 } }), rows)).toEqual([
      'put version 21: new',
      'put prompt 2: new',
    ]);
  });

  test('waits as one whose text is merged upon the current one, and keeps its own', () => {
    const waiting = save({ content: 'one\n\nmine\n', base: 'one\n\ntwo\n' });
    const theirs = [project(), prompt({}, { content: 'theirs\n\ntwo\n' })];
    expect(rebased('saveVersion', waiting, theirs)).toMatchObject({
      content: 'one\n\nmine\n',
      head: 'theirs\n\nmine\n',
      base: 'theirs\n\ntwo\n',
    });
    expect(rebased('saveVersion', waiting, [project(), prompt({}, { content: 'one\n\ntwo\n' })])).toEqual(
      waiting,
    );
  });
});
