import { describe, expect, test } from 'vitest';
import type { Stored } from '#shared/kinds/row.ts';
import type { Prompt } from '#shared/model/prompt.ts';
import type { Version } from '#shared/model/version.ts';
import { bind } from './registry.ts';
import { RowSet } from './row-set.ts';

const at = '2026-01-01T00:00:00.000Z';
const meta = { seq: 1, deleted: false, by: null };
const preserveAs = () => ({ id: 99, description: 'From the phone', conflict: 'unreviewed' as const });

function prompt(content: string): Stored<'prompt'> {
  const row: Prompt = {
    ...{ id: 1, projectId: 5, title: 'T', content, notes: '' },
    createdAt: at,
    lastVersion: 3,
  };
  return { type: 'prompt', id: 1, row, rev: 7, ...meta };
}

function kept(changes: Partial<Version> = {}, stored: Partial<Stored<'version'>> = {}): Stored<'version'> {
  const text = { content: 'laptop 1', description: 'From the laptop', original: null };
  const row: Version = {
    id: 8,
    promptId: 1,
    version: 3,
    createdAt: at,
    conflict: 'unreviewed',
    ...text,
    ...changes,
  };
  return { type: 'version', id: 8, row, rev: 4, ...meta, ...stored };
}

/** The laptop typed `mine` upon its first word, which the phone had replaced in the meantime. */
function sent(rows: RowSet, mine = 'laptop 2', preserve?: unknown): unknown {
  const bound = bind('setContent', { id: 1, content: mine, base: 'laptop 1', preserve });
  return bound.ok ? bound.mutation.rebase(rows, preserveAs) : null;
}

describe('where both devices go on typing', () => {
  test('the version that keeps what this text was typed upon takes the other side’s text', () => {
    const rows = new RowSet([prompt('phone 1'), kept()]);
    const args = sent(rows);
    expect(args).toMatchObject({ content: 'laptop 2', preserve: { id: 99, over: { id: 8, rev: 4 } } });
    const bound = bind('setContent', args);
    const decision = bound.ok && bound.mutation.apply(rows, { now: at, texts: 'asSent', by: null });
    expect(decision).toMatchObject({
      ok: true,
      writes: [
        { type: 'version', id: 8, row: { version: 3, content: 'phone 1', description: 'From the phone' } },
        { type: 'prompt', row: { content: 'laptop 2', lastVersion: 3 } },
      ],
    });
  });

  test('an overlap is preserved as a new version where the named one exists from an attempt whose answer was lost', () => {
    const rows = new RowSet([prompt('phone 2'), kept({ content: 'phone 1' })]);
    const preserve = { id: 8, description: 'From the phone', conflict: 'unreviewed' };
    const args = sent(rows, 'laptop 2', preserve);
    const bound = bind('setContent', args);
    const decision = bound.ok && bound.mutation.apply(rows, { now: at, texts: 'asSent', by: null });
    expect(decision).toMatchObject({
      ok: true,
      writes: [
        { type: 'version', id: 99, row: { content: 'phone 2' } },
        { type: 'prompt', row: { content: 'laptop 2' } },
      ],
    });
  });

  test.each([
    ['says another text', kept({ content: 'laptop 0' })],
    ['was reviewed', kept({ conflict: 'reviewed' })],
    ['was edited', kept({ original: 'laptop 0' })],
    ['was deleted', kept({}, { deleted: true })],
    ['is of another prompt', kept({ promptId: 2 })],
  ])('a version that %s stays as it is, and the other text is a version of its own', (_what, version) => {
    expect(sent(new RowSet([prompt('phone 1'), version]))).toMatchObject({ preserve: preserveAs() });
    expect(sent(new RowSet([prompt('phone 1'), version]))).not.toHaveProperty('preserve.over');
  });

  test('a merge that takes over parts of the other text makes a version of its own: they may replace kept words', () => {
    const base = 'first line\nsecond\nthird\nlaptop 1';
    const rows = new RowSet([prompt('phone line\nsecond\nthird\nphone 1'), kept({ content: base })]);
    const bound = bind('setContent', { id: 1, content: 'first line\nsecond\nthird\nlaptop 2', base });
    const args = bound.ok && bound.mutation.rebase(rows, preserveAs);
    expect(args).toMatchObject({ content: 'phone line\nsecond\nthird\nlaptop 2', preserve: { id: 99 } });
    expect(args).not.toHaveProperty('preserve.over');
  });

  test('a later merge that takes over parts of the other text gives back the version that the change was to take', () => {
    const content = 'new line\nfirst line\nsecond\nlaptop 1';
    const before = { ...preserveAs(), over: { id: 8, rev: 4 } };
    const base = 'phone line\nsecond\nlaptop 1';
    const rows = new RowSet([
      prompt('phone line\nphone 2'),
      kept({ content: 'first line\nsecond\nlaptop 1' }),
    ]);
    const bound = bind('setContent', { id: 1, content, base, preserve: before });
    const args = bound.ok && bound.mutation.rebase(rows, preserveAs);
    expect(args).toMatchObject({ content: 'new line\nfirst line\nphone 2', preserve: { id: 99 } });
    expect(args).not.toHaveProperty('preserve.over');
  });

  test('a text that a person wants kept before it is replaced is not one that was typed upon', () => {
    const wanted = { id: 50, description: 'Before a restore', conflict: null };
    expect(sent(new RowSet([prompt('phone 1'), kept()]), 'laptop 2', wanted)).not.toHaveProperty(
      'preserve.over',
    );
  });

  test.each([
    ['reviewed', kept({ conflict: 'reviewed' }, { rev: 5 })],
    ['edited', kept({ content: 'x', original: 'laptop 1' }, { rev: 5 })],
    ['taken by a third device', kept({ content: 'tablet 1' }, { rev: 5 })],
    ['gone', undefined],
  ])('a version that was %s before the change arrived loses nothing by it', (_what, version) => {
    const over = { ...preserveAs(), over: { id: 8, rev: 4 } };
    const rows = new RowSet([prompt('phone 1'), ...(version === undefined ? [] : [version])]);
    const bound = bind('setContent', { id: 1, content: 'laptop 2', preserve: over });
    const decision = bound.ok && bound.mutation.apply(rows, { now: at, texts: 'asSent', by: null });
    expect(decision).toMatchObject({
      ok: true,
      writes: [
        { type: 'version', id: 99, row: { version: 4, content: 'phone 1' } },
        { type: 'prompt', row: { content: 'laptop 2', lastVersion: 4 } },
      ],
    });
  });
});
