/** Tests what mutations decide about prompts that were deleted, changed elsewhere, or are as they are asked to be. */
import { describe, expect, test } from 'vitest';
import {
  context,
  decided,
  merging,
  note,
  notes,
  project,
  prompt,
  rebased,
  version,
} from './decisions-scene.ts';
import type { ApplyContext } from './mutation.ts';
import { bind } from './registry.ts';
import { RowSet } from './row-set.ts';

describe('an edit of a deleted prompt', () => {
  const gone = { deleted: true, seq: 20 };
  const rows = [
    project({ deleted: true, seq: 30 }),
    prompt(gone),
    version(11, { deleted: true, seq: 19 }),
    version(12, { deleted: true, seq: 20 }),
    version(13, { deleted: true, seq: 21 }),
    version(14, { deleted: true, seq: 22 }),
  ];
  const back = ['restore project 1', 'restore version 13', 'restore version 14'];

  test('of its text brings back its project and the versions that went with it, not those deleted before', () => {
    expect(decided('setContent', { id: 2, content: 'new' }, rows)).toEqual([...back, 'put prompt 2: new']);
  });

  test('of its title does the same, and so does a version that is saved', () => {
    expect(decided('updatePrompt', { id: 2, title: 'U' }, rows)).toEqual([...back, 'put prompt 2: text']);
    const saved = { promptId: 2, id: 15, content: 'new', description: 'd' };
    expect(decided('saveVersion', saved, rows)).toEqual([
      ...back,
      'put version 15: new',
      'put prompt 2: new',
    ]);
  });

  test('with the very text that it had brings it back as well', () => {
    expect(decided('setContent', { id: 2, content: 'text' }, rows)).toEqual([...back, 'put prompt 2: text']);
  });

  test('of one of its versions brings back the prompt', () => {
    const edit = { promptId: 2, id: 13, content: 'edited' };
    expect(decided('editVersion', edit, rows)).toEqual([
      ...back,
      'put prompt 2: text',
      'put version 13: edited',
    ]);
  });
});

describe('an edit of a prompt that is there', () => {
  const rows = [project(), prompt(), version(11, { deleted: true, seq: 30 })];

  test('brings no deleted version back', () => {
    expect(decided('setContent', { id: 2, content: 'new' }, rows)).toEqual(['put prompt 2: new']);
  });

  test('with the same text, or with none, writes nothing', () => {
    expect(decided('setContent', { id: 2, content: 'text' }, rows)).toEqual([]);
    expect(decided('setContent', { id: 2, content: ' \n' }, rows)).toEqual([]);
  });

  test('of a prompt that never was is refused', () => {
    for (const [name, args] of [
      ['setContent', { id: 3, content: 'new' }],
      ['updatePrompt', { id: 3, title: 'U' }],
      ['saveVersion', { promptId: 3, id: 15, content: 'new', description: 'd' }],
      ['editVersion', { promptId: 3, id: 11, content: 'new' }],
    ] as const) {
      expect(decided(name, args, rows), name).toBe('not_found');
    }
  });

  test('changes the title or the notes alone where the other is not given', () => {
    const put = (args: Record<string, unknown>) => {
      const bound = bind('updatePrompt', { id: 2, ...args });
      const decision = bound.ok
        ? bound.mutation.apply(new RowSet([project(), prompt({}, { notes: 'old' })]), context)
        : null;
      return decision?.ok ? decision.body : null;
    };
    expect(put({ title: 'U' })).toMatchObject({ title: 'U', notes: 'old' });
    expect(put({ notes: 'new' })).toMatchObject({ title: 'T', notes: 'new' });
    expect(bind('updatePrompt', { id: 2 }).ok).toBe(false);
  });
});

describe('notes that were changed on two devices', () => {
  const baseNotes = notes(note('1', 'one'));
  const mine = notes(note('1', 'one'), note('2', 'mine'));
  const theirs = notes(note('1', 'one'), note('3', 'theirs'));
  const rows = [project(), prompt({}, { notes: theirs })];
  const change = { id: 2, notes: mine, baseNotes };
  const written = (how: ApplyContext, args: Record<string, unknown> = change) => {
    const bound = bind('updatePrompt', args);
    const decision = bound.ok ? bound.mutation.apply(new RowSet(rows), how) : null;
    return decision?.ok ? String(Object(decision.body).notes) : '';
  };

  test('are joined on the device, and taken as they are sent by the server', () => {
    expect(
      JSON.parse(written(merging))
        .map(({ id }: { id: string }) => id)
        .sort(),
    ).toEqual(['1', '2', '3']);
    expect(written(context)).toBe(mine);
    expect(written(merging, { id: 2, notes: mine })).toBe(mine);
    expect(written(merging, { id: 2, notes: mine, baseNotes: theirs })).toBe(mine);
  });

  test('wait as a change upon the newer ones', () => {
    expect(rebased('updatePrompt', change, rows)).toEqual({
      id: 2,
      notes: written(merging),
      baseNotes: theirs,
    });
  });

  test.each([
    ['a change without notes', { id: 2, title: 'U' }],
    ['a change without a base', { id: 2, notes: mine }],
    ['a change of the notes that are there', { id: 2, notes: mine, baseNotes: theirs }],
    ['a change of a prompt that is not there', { id: 3, notes: mine, baseNotes }],
  ])('%s stays as it is', (_, args) => {
    expect(rebased('updatePrompt', args, rows)).toEqual(args);
  });
});

describe('a deletion', () => {
  const before = { seq: 20, beforeNumber: 7 };
  const rows = [project(), prompt(), version(11), version(12)];

  test('takes what its author saw, the prompt first', () => {
    expect(decided('deletePrompt', { id: 2, seen: before }, rows)).toEqual([
      'delete prompt 2',
      'delete version 11',
      'delete version 12',
    ]);
    expect(decided('deleteVersion', { promptId: 2, id: 11, seen: before }, rows)).toEqual([
      'delete version 11',
    ]);
    expect(decided('deleteVersions', { promptId: 2, versionIds: [11], seen: before }, rows)).toEqual([
      'delete version 11',
    ]);
  });

  test('is refused where the prompt or a version of it has changed since', () => {
    const changed = [project(), prompt({ seq: 21 }), version(11)];
    expect(decided('deletePrompt', { id: 2, seen: before }, changed)).toBe('changed_since');
    const later = [project(), prompt(), version(11, { seq: 21 }), version(12)];
    expect(decided('deletePrompt', { id: 2, seen: before }, later)).toBe('changed_since');
    expect(decided('deleteVersion', { promptId: 2, id: 11, seen: before }, later)).toBe('changed_since');
  });

  test('of several versions spares those that changed or got a label since, and takes the others', () => {
    const all = { promptId: 2, versionIds: [11, 12, 13], seen: before };
    const attributes = { labels: [{ label: 'hotfix', versionId: 13, moves: [] }] };
    const rows = [version(11, { seq: 21 }), version(12), version(13)];
    const labelled = prompt({ seq: 21 });
    const row = { ...labelled.row, attributes };
    expect(decided('deleteVersions', all, [project(), { ...labelled, row }, ...rows])).toEqual([
      'delete version 12',
    ]);
    const one = { promptId: 2, id: 13, seen: before };
    expect(decided('deleteVersion', one, [project(), { ...labelled, row }, ...rows])).toBe('changed_since');
    const seen = { ...prompt(), row };
    expect(decided('deleteVersion', one, [project(), seen, ...rows])).toEqual(['delete version 13']);
  });

  test('of a prompt that is gone takes the versions that its author saw and leaves the others', () => {
    const gone = [
      project(),
      prompt({ deleted: true, seq: 15 }),
      version(11),
      version(12, { seq: 21 }),
      version(13, { deleted: true }),
    ];
    expect(decided('deletePrompt', { id: 2, seen: before }, gone)).toEqual(['delete version 11']);
    expect(decided('deletePrompt', { id: 2 }, gone)).toBe('not_found');
  });

  test('of what is gone is done for a client that saw it, and unknown to another', () => {
    const gone = [project(), prompt(), version(11, { deleted: true }), version(12)];
    expect(decided('deleteVersion', { promptId: 2, id: 11, seen: before }, gone)).toEqual([]);
    expect(decided('deleteVersion', { promptId: 2, id: 11 }, gone)).toBe('not_found');
    expect(decided('deletePrompt', { id: 9, seen: before }, gone)).toEqual([]);
    expect(decided('deleteVersions', { promptId: 2, versionIds: [11, 99], seen: before }, gone)).toEqual([]);
  });

  test('of a version of another prompt is refused, and so is that of the last one', () => {
    const others = [...rows, prompt({ id: 3 })];
    expect(decided('deleteVersion', { promptId: 3, id: 11, seen: before }, others)).toBe('not_found');
    expect(decided('deleteVersions', { promptId: 3, versionIds: [11], seen: before }, others)).toBe(
      'not_found',
    );
    const all = { promptId: 2, versionIds: [11, 12], seen: before };
    expect(decided('deleteVersions', all, rows)).toBe('last_version');
  });
});
