import { describe, expect, test } from 'vitest';
import type { Outline } from '../../data/rows/outline.ts';
import { dropOver, isMovable, type MovableRow, placeOf, stepOf } from './own-place.ts';
import { treeRows } from './tree-rows.ts';

const createdAt = '2026-01-01T00:00:00.000Z';
const outline: Outline = {
  projects: [1, 2, 3].map((id) => ({ id, name: `P${id}`, color: 'red', createdAt })),
  prompts: [11, 12, 13].map((id) => ({ id, title: `T${id}`, createdAt, projectId: 1 })),
};
const folder = { count: 0, expanded: false, files: [] };
/** 0 P1 (expanded), 1 T11, 2 T12, 3 T13, 4 its folder, 5 P2 (expanded), 6 No prompts yet, 7 P3. */
const rows = treeRows(outline, [1, 2], { folders: new Map([[1, folder]]) });

function rowAt(index: number): MovableRow {
  const row = rows[index];
  if (!isMovable(row)) throw new Error('no row that moves');
  return row;
}

function drop(from: number, over: number, half: 'upper' | 'lower'): string | null {
  const found = dropOver(rows, rowAt(from), { row: over, isUpper: half === 'upper' });
  if (found === null) return null;
  const { move } = found;
  const place = Object.entries(move.spot).join(' ').replace(',', ' ');
  return `${found.edge} ${found.row}: ${move.kind === 'prompt' ? `in ${move.projectId} ` : ''}${place}`;
}

describe('a prompt that is dragged', () => {
  test.each([
    [3, 1, 'upper', 'before 1: in 1 before 11'],
    [3, 1, 'lower', 'after 1: in 1 after 11'],
    [3, 0, 'lower', 'into 0: in 1 at start'],
    [1, 4, 'upper', 'into 0: in 1 at end'],
    [1, 5, 'upper', 'into 5: in 2 at end'],
    [1, 6, 'lower', 'into 5: in 2 at end'],
    [1, 7, 'lower', 'into 7: in 3 at end'],
    [1, 1, 'lower', null],
    [1, 2, 'upper', null],
    [2, 1, 'lower', null],
  ] as const)('row %i over row %i, %s half, comes to: %s', (from, over, half, expected) => {
    expect(drop(from, over, half)).toBe(expected);
  });
});

describe('a project that is dragged', () => {
  test.each([
    [7, 0, 'upper', 'before 0: before 1'],
    [7, 0, 'lower', 'after 4: after 1'],
    [7, 2, 'upper', 'after 4: after 1'],
    [0, 7, 'lower', 'after 7: after 3'],
    [0, 6, 'lower', 'after 6: after 2'],
    [0, 3, 'lower', null],
    [0, 5, 'upper', null],
    [5, 4, 'lower', null],
  ] as const)('row %i over row %i, %s half, comes to: %s', (from, over, half, expected) => {
    expect(drop(from, over, half)).toBe(expected);
  });
});

test('a step goes over the next row of its kind, and nowhere at an end', () => {
  expect(stepOf(rows, rowAt(2), -1)).toEqual({ kind: 'prompt', id: 12, projectId: 1, spot: { before: 11 } });
  expect(stepOf(rows, rowAt(0), 1)).toEqual({ kind: 'project', id: 1, spot: { after: 2 } });
  expect(stepOf(rows, rowAt(1), -1)).toBeNull();
  expect(stepOf(rows, rowAt(7), 1)).toBeNull();
});

test.each([
  [{ before: 12 }, 1],
  [{ after: 12 }, 2],
  [{ at: 'start' }, 0],
  [{ at: 'end' }, 3],
  [{ after: 99 }, 3],
] as const)('the place %j is before the row at %i', (spot, at) => {
  expect(placeOf(spot, outline.prompts.toReversed())).toMatchObject({ at, rows: outline.prompts });
});
