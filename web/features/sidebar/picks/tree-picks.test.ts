import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Outline } from '../../../data/rows/outline.ts';
import { type Folders, type TreeRow, treeRows } from '../tree-rows.ts';
import { isPickable, noPicks, type Picks, pickAll, pickedRows, pickRange, togglePick } from './tree-picks.ts';

const createdAt = '2026-01-01T00:00:00.000Z';
const outline: Outline = {
  projects: [1, 2].map((id) => ({ id, name: `P${id}`, color: 'red', createdAt })),
  prompts: [
    ...[11, 12, 13].map((id) => ({ id, title: `T${id}`, createdAt, projectId: 1 })),
    { id: 21, title: 'T21', createdAt, projectId: 2 },
  ],
};
const file = (id: number) => ({ resource: { id, name: `F${id}` } }) as never;
const folders: Folders = new Map([[1, { count: 2, expanded: true, files: [file(31), file(32)] }]]);
/** 0 P1, 1 T11, 2 T12, 3 T13, 4 Resources, 5 F31, 6 F32, 7 P2, 8 T21. */
const rows = treeRows(outline, [1, 2], { folders });

const names = (picks: Picks, of: readonly TreeRow[] = rows) => pickedRows(of, picks).map(({ name }) => name);
const rowAt = (at: number) => {
  const row = rows[at];
  if (!isPickable(row)) throw new Error(`row ${at} cannot be selected`);
  return row;
};
const toggled = (...all: number[]) => all.reduce((picks, at) => togglePick(picks, rowAt(at)), noPicks);

describe('rows that are selected one by one', () => {
  test.each([
    [[1], ['T11']],
    [
      [8, 1],
      ['T11', 'T21'],
    ],
    [[1, 2, 1], ['T12']],
    [[1, 1], []],
    [[1, 5], ['F31']],
    [
      [5, 6],
      ['F31', 'F32'],
    ],
    [[5, 1], ['T11']],
  ])('the presses on rows %j leave %j', (presses, expected) => {
    expect(names(toggled(...presses))).toEqual(expected);
  });
});

describe('a range of rows', () => {
  test.each([
    ['from the row before', noPicks, 1, 3, ['T11', 'T12', 'T13']],
    ['upwards', noPicks, 3, 2, ['T12', 'T13']],
    ['from the row that was pressed last', toggled(1, 3), 1, 8, ['T13', 'T21']],
    ['over other kinds', noPicks, 2, 8, ['T12', 'T13', 'T21']],
    ['of files', noPicks, 5, 8, ['F31', 'F32']],
    ['from a project', noPicks, 0, 2, ['T11', 'T12']],
    ['up to a project', noPicks, 3, 0, ['T11', 'T12', 'T13']],
    ['of a project alone', noPicks, 7, 7, []],
  ])('%s', (_name, before, from, to, expected) => {
    expect(names(pickRange(rows, before, { from, to }))).toEqual(expected);
  });

  test('the next range begins at the same row', () => {
    const down = pickRange(rows, noPicks, { from: 2, to: 3 });
    expect(names(pickRange(rows, down, { from: 3, to: 1 }))).toEqual(['T11', 'T12']);
  });
});

test.each([
  [0, ['T11', 'T12', 'T13']],
  [2, ['T11', 'T12', 'T13']],
  [4, ['F31', 'F32']],
  [6, ['F31', 'F32']],
  [7, ['T21']],
])('all beside row %i are %j', (at, expected) => {
  expect(names(pickAll(rows, at))).toEqual(expected);
});

test('a selected row that is not listed any more is not acted upon', () => {
  const collapsed = treeRows(outline, [2]);
  expect(names(toggled(1, 8), collapsed)).toEqual(['T21']);
});

test('whatever is pressed, the selected rows are listed, of one kind, and a range ends where it was pressed', () => {
  const press = fc.record({ at: fc.nat(rows.length - 1), how: fc.constantFrom('toggle', 'range', 'all') });
  fc.assert(
    fc.property(fc.array(press, { minLength: 1, maxLength: 12 }), (presses) => {
      let picks = noPicks;
      let from = 0;
      for (const { at, how } of presses) {
        const row = rows[at];
        if (how === 'all') picks = pickAll(rows, at);
        else if (how === 'range') {
          picks = pickRange(rows, picks, { from, to: at });
          const kinds = new Set(pickedRows(rows, picks).map(({ kind }) => kind));
          if (isPickable(row) && kinds.has(row.kind)) expect(picks.keys).toContain(row.key);
        } else if (isPickable(row)) {
          const had = picks.keys.has(row.key);
          picks = togglePick(picks, row);
          expect(picks.keys.has(row.key)).toBe(!had);
        }
        from = at;
        const picked = pickedRows(rows, picks);
        expect(picked).toHaveLength(picks.keys.size);
        expect(new Set(picked.map(({ kind }) => kind)).size).toBeLessThanOrEqual(1);
      }
    }),
  );
});
