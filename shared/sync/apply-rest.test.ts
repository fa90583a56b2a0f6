import { describe, expect, test } from 'vitest';
import type { Stored } from '#shared/kinds/row.ts';
import { bind, type MutationName } from '#shared/mutations/registry.ts';
import { RowSet } from '#shared/mutations/row-set.ts';
import { applyRest } from './apply-rest.ts';
import { entryExample } from './outbox-entry-example.ts';
import { replayOwn } from './rebase.ts';

const at = '2026-01-01T00:00:00.000Z';
const own = { client: 'c', number: 7 };
const prompt: Stored<'prompt'> = {
  ...{ type: 'prompt', id: 1, rev: 4, seq: 4, deleted: false, by: null },
  row: { id: 1, projectId: 5, title: 'T', content: 'old', notes: '', createdAt: at, lastVersion: 2 },
};
const version: Stored<'version'> = {
  ...{ type: 'version', id: 9, rev: 1, seq: 10, deleted: false, by: own },
  row: {
    ...{ id: 9, promptId: 1, version: 3, content: 'saved', description: 'v', createdAt: at },
    ...{ original: null, conflict: null },
  },
};
const args = { promptId: 1, id: 9, content: 'saved', description: 'v' };

function rest(rows: RowSet, { by = own, name = 'saveVersion' as MutationName, given = {} } = {}) {
  const bound = bind(name, { ...args, ...given });
  if (!bound.ok) throw new Error('the example is not valid');
  const context = { now: at, texts: 'asSent', by } as const;
  return applyRest(bound.mutation, rows, { entry: { writes: ['prompt:1', 'version:9'] }, context });
}

describe('a mutation of which the rows hold a part', () => {
  test.each([
    ['under its own id', {}],
    ['as an upsert', { onConflict: { saveAs: 11 } }],
  ])('writes the rest as it did the whole, %s', (_, given) => {
    const rows = new RowSet([prompt, version]);
    expect(rest(rows, { given })).toMatchObject({
      ok: true,
      writes: [{ type: 'prompt', id: 1, row: { content: 'saved', lastVersion: 3 } }],
    });
    expect(rows.all()).toEqual([prompt, version]);
  });

  test('is refused where another mutation made that part', () => {
    const rows = new RowSet([prompt, version]);
    expect(rest(rows, { by: { client: 'c', number: 8 } })).toEqual({ ok: false, code: 'id_taken' });
    expect(rest(rows, { by: { client: 'd', number: 7 } })).toEqual({ ok: false, code: 'id_taken' });
  });

  test('is applied as it is where the rows hold nothing or all of it', () => {
    expect(rest(new RowSet([prompt]))).toMatchObject({ writes: [{ type: 'version' }, { type: 'prompt' }] });
    const whole = new RowSet([{ ...prompt, rev: 1, by: own }, version]);
    expect(rest(whole)).toEqual({ ok: false, code: 'id_taken' });
  });
});

describe('the text that the feed leaves out', () => {
  const saved = entryExample(7, 'saveVersion', args, {
    ...{ state: 'acknowledged', seq: 11 },
    revs: { 'prompt:1': 5, 'version:9': 1 },
  });
  const renamed = entryExample(8, 'updatePrompt', { id: 1, title: 'N' }, { state: 'sent' });
  const replayed = (confirmed: Stored[], number = 8) =>
    replayOwn({ number, confirmed, entries: [saved, renamed], client: 'c' })?.live('prompt', 1)?.content;

  test('is that of a mutation whose other row came on the page before', () => {
    expect([replayed([prompt, version], 7), replayed([prompt, version])]).toEqual(['saved', 'saved']);
  });

  test('is that of a mutation whose other row came on a page that names nobody who made it', () => {
    const whole = { ...version, by: null };
    expect([replayed([prompt, whole], 7), replayed([prompt, whole])]).toEqual(['saved', 'saved']);
  });

  test('is unknown where the server did what these rows refuse', () => {
    const edited = { ...version, rev: 2, by: { client: 'c', number: 9 } };
    expect([replayed([prompt, edited], 7), replayed([prompt, edited])]).toEqual([undefined, undefined]);
  });
});
