import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Stored } from '#shared/kinds/row.ts';
import { limits } from '#shared/model/limits.ts';
import type { PromptAttributes } from '#shared/model/prompt-attributes.ts';
import { context, merging, project, prompt, version } from './decisions-scene.ts';
import type { ApplyContext } from './mutation.ts';
import { bind } from './registry.ts';
import { RowSet } from './row-set.ts';

type Args = Record<string, unknown>;

/** The prompt 2 with these attributes. */
const having = (attributes?: PromptAttributes, more: Partial<Stored<'prompt'>> = {}) =>
  prompt(more, attributes === undefined ? {} : { attributes });

function bound(args: Args) {
  const { ok, ...found } = bind('setAttributes', { id: 2, ...args });
  if (!ok || !('mutation' in found)) throw new Error('the example is not valid');
  return found.mutation;
}

function outcome(before: Stored<'prompt'>, args: Args, how: ApplyContext = context): PromptAttributes {
  const rows = new RowSet([project(), before, version(11), version(12)]);
  const decision = bound(args).apply(rows, how);
  if (!decision.ok) throw new Error(decision.code);
  rows.write(decision.writes, null);
  return rows.live('prompt', 2)?.attributes ?? {};
}

const label = (versionId: number | null, from: number | null, device = 'Phone') => ({
  labels: [{ label: 'production', versionId, from, device }],
});
const set = (values: Record<string, string> | null, base?: Record<string, string>) => ({
  valueSets: [{ id: 7, name: 'Acme', values, ...(base === undefined ? {} : { base }) }],
});

describe('labels', () => {
  test('a label that moves keeps a log of its moves, newest first', () => {
    const first = outcome(having(), label(11, null));
    const second = outcome(having(first), label(12, 11, 'Laptop'));
    expect(second.labels).toEqual([
      {
        label: 'production',
        versionId: 12,
        moves: [
          { versionId: 12, at: context.now, device: 'Laptop' },
          { versionId: 11, at: context.now, device: 'Phone' },
        ],
      },
    ]);
  });

  test('a label that two devices moved is where the later one put it, and its log names the other place', () => {
    const theirs = outcome(having(), label(12, null, 'Laptop'));
    const both = outcome(having(theirs), label(11, null));
    expect(both.labels?.[0]).toMatchObject({
      versionId: 11,
      moves: [{ versionId: 11, over: 12 }, { versionId: 12 }],
    });
  });

  test('a label that is there already does not move', () => {
    const there = outcome(having(), label(11, null));
    expect(outcome(having(there), label(11, 12))).toEqual(there);
  });

  test('a label that is taken off keeps its log, which is bounded', () => {
    let attributes = outcome(having(), label(11, null));
    for (let move = 0; move < 2 * limits.labelMoves; move += 1) {
      const [from, to] = move % 2 === 0 ? [11, 12] : [12, 11];
      attributes = outcome(having(attributes), label(to, from));
    }
    const taken = outcome(having(attributes), label(null, 11));
    expect(taken.labels?.[0]).toMatchObject({ versionId: null });
    expect(taken.labels?.[0]?.moves).toHaveLength(limits.labelMoves);
  });

  test('a label on a version that its device gave up stays where it was, and the rest is done', () => {
    const there = outcome(having(), label(11, null));
    const args = { ...label(99, 11), addTags: ['mail'] };
    expect(outcome(having(there), args)).toEqual({ ...there, tags: ['mail'] });
  });

  test.each([
    ['that is not there', 99],
    ['of another prompt', 21],
  ])('a program cannot put a label on a version %s', (_, versionId) => {
    const rows = new RowSet([project(), having(), version(21, {}, { promptId: 3 })]);
    const plain = { ...context, by: null };
    expect(bound(label(versionId, null)).apply(rows, plain)).toMatchObject({ ok: false, code: 'not_found' });
  });

  test.each(['latest', '7', 'Production', 'a b', ''])('a label cannot be called “%s”', (name) => {
    const args = { id: 2, labels: [{ label: name, versionId: 11, from: null, device: '' }] };
    expect(bind('setAttributes', args).ok).toBe(false);
  });
});

describe('tags and favourites', () => {
  test('tags that two devices add and remove are there as both meant', () => {
    const base = outcome(having(), { addTags: ['draft', 'mail'] });
    const one = outcome(having(base), { addTags: ['german'], removeTags: ['draft'] });
    const both = outcome(having(one), { addTags: ['acme', 'mail'], favorite: true });
    expect(both).toEqual({ tags: ['mail', 'german', 'acme'], favorite: true });
  });

  test('a prompt that has no attribute left has none at all', () => {
    const rows = new RowSet([project(), having({ tags: ['draft'], favorite: true })]);
    const decision = bound({ removeTags: ['draft'], favorite: false }).apply(rows, context);
    expect(decision.ok && decision.body).not.toHaveProperty('attributes');
  });

  test('more tags than a prompt takes are refused', () => {
    const tags = Array.from({ length: limits.tagsPerPrompt }, (_, index) => `tag ${index}`);
    const full = having({ tags });
    expect(bound({ addTags: ['one more'] }).apply(new RowSet([full]), context)).toEqual({
      ok: false,
      code: 'too_large',
    });
  });
});

describe('value sets', () => {
  test('values that two devices changed each for themselves are both in the set', () => {
    const base = { name: 'Ada', tone: 'dry' };
    const theirs = having({ valueSets: [{ id: 7, name: 'Acme', values: { ...base, tone: 'warm' } }] });
    const merged = outcome(theirs, set({ ...base, name: 'Grace' }, base), merging);
    expect(merged.valueSets).toEqual([{ id: 7, name: 'Acme', values: { name: 'Grace', tone: 'warm' } }]);
  });

  test('a value that two devices changed is kept on both sides', () => {
    const theirs = having({ valueSets: [{ id: 7, name: 'Acme', values: { tone: 'warm' } }] });
    const merged = outcome(theirs, set({ tone: 'cold' }, { tone: 'dry' }), merging);
    expect(merged.valueSets).toEqual([
      { id: 7, name: 'Acme', values: { tone: 'cold' } },
      { id: 8, name: 'Acme 2', values: { tone: 'warm' } },
    ]);
  });

  test('a set that somebody went on writing in is not deleted by whoever had not seen it', () => {
    const theirs = having({ valueSets: [{ id: 7, name: 'Acme', values: { tone: 'warm' } }] });
    expect(outcome(theirs, set(null, { tone: 'dry' }), merging).valueSets).toHaveLength(1);
    expect(outcome(theirs, set(null, { tone: 'warm' }), merging)).toEqual({});
  });

  test('a rebased change, sent as it is, does what its merge shows; and no value of either side is lost', () => {
    const values = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('1', '2', '3'));
    fc.assert(
      fc.property(values, values, values, (base, mine, theirs) => {
        const before = having({ valueSets: [{ id: 7, name: 'Acme', values: theirs }] });
        const rows = new RowSet([project(), before]);
        const preserve = () => ({ id: 90, description: '', conflict: null });
        const rebased = bound(set(mine, base)).rebase(rows, preserve) as Args;
        const shown = outcome(before, set(mine, base), merging);
        expect(outcome(before, rebased)).toEqual(shown);
        expect(outcome(before, rebased, merging)).toEqual(shown);
        const kept = (name: string, value: string) =>
          shown.valueSets?.some((each) => each.values[name] === value) === true;
        for (const [name, value] of Object.entries(mine))
          if (value !== base[name]) expect(kept(name, value)).toBe(true);
        for (const [name, value] of Object.entries(theirs))
          if (value !== base[name]) expect(kept(name, value)).toBe(true);
      }),
    );
  });
});

describe('a prompt that moves', () => {
  const move = (rows: readonly Stored[]) => {
    const found = bind('movePrompt', { id: 2, projectId: 8 });
    if (!found.ok) throw new Error('the example is not valid');
    const decision = found.mutation.apply(new RowSet(rows), context);
    return decision.ok ? decision.writes.map(({ kind, type, id }) => `${kind} ${type} ${id}`) : decision.code;
  };
  const other = (more: Partial<Stored<'project'>> = {}) =>
    project({ id: 8, row: { id: 8, name: 'Q', color: 'red', createdAt: context.now }, ...more });

  test('is in the other project', () => {
    expect(move([project(), other(), prompt()])).toEqual(['put prompt 2']);
  });

  test('brings back a project that was deleted elsewhere', () => {
    expect(move([project(), other({ deleted: true }), prompt()])).toEqual([
      'restore project 8',
      'put prompt 2',
    ]);
  });

  test('and was deleted elsewhere comes back with its versions, not with its former project', () => {
    const gone = prompt({ deleted: true, seq: 5 });
    const rows = [project({ deleted: true }), other(), gone, version(11, { deleted: true, seq: 6 })];
    expect(move(rows)).toEqual(['restore version 11', 'put prompt 2']);
  });

  test('cannot go where there is no project', () => {
    expect(move([project(), prompt()])).toBe('not_found');
  });
});

describe('the place in the own order', () => {
  test('the last place wins, and null takes it away', () => {
    const placed = outcome(having({ tags: ['mail'] }), { position: 'a1' });
    expect(placed).toEqual({ tags: ['mail'], position: 'a1' });
    expect(outcome(having(placed), { position: 'b2' }, merging)).toEqual({ tags: ['mail'], position: 'b2' });
    expect(outcome(having(placed), { favorite: true })).toMatchObject({ position: 'a1', favorite: true });
    expect(outcome(having(placed), { position: null })).toEqual({ tags: ['mail'] });
  });

  test.each(['', 'a0', 'ä1', 'x'.repeat(limits.positionLength + 1)])(
    'the place %j is refused',
    (position) => {
      expect(bind('setAttributes', { id: 2, position }).ok).toBe(false);
      expect(bind('moveProject', { id: 1, position }).ok).toBe(false);
    },
  );

  test('a project keeps its place when it is renamed, and loses it by null', () => {
    const rows = new RowSet([project()]);
    const apply = (name: 'moveProject' | 'renameProject', args: Args) => {
      const { ok, ...found } = bind(name, { id: 1, ...args });
      if (!ok || !('mutation' in found)) throw new Error('the example is not valid');
      const decision = found.mutation.apply(rows, context);
      if (decision.ok) rows.write(decision.writes, null);
      return rows.live('project', 1);
    };
    apply('moveProject', { position: 'a1' });
    expect(apply('renameProject', { name: 'Q' })).toMatchObject({ name: 'Q', position: 'a1' });
    expect(apply('renameProject', { color: 'teal' })).toMatchObject({ color: 'teal', position: 'a1' });
    expect(apply('moveProject', { position: null })).not.toHaveProperty('position');
  });
});
