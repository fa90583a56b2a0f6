import { describe, expect, test } from 'vitest';
import type { Outline } from '../../data/rows/outline.ts';
import { type KeyMeaning, meaningOf, pageOfRows } from './tree-keys.ts';
import { treeRows } from './tree-rows.ts';

const createdAt = '2026-01-01T00:00:00.000Z';
const outline: Outline = {
  projects: [1, 2, 3].map((id) => ({ id, name: `P${id}`, color: 'red', createdAt })),
  prompts: [11, 12].map((id) => ({ id, title: `T${id}`, createdAt, projectId: 1 })),
};
/** 0 P1 (expanded), 1 T11, 2 T12, 3 P2 (expanded), 4 No prompts yet, 5 P3. */
const rows = treeRows(outline, [1, 2]);
const [open, prompt, last, empty, , collapsed] = rows;
const none = rows[4];

const pressed = (at: number, key: string, { shift = false, modified = false } = {}) =>
  meaningOf(rows, at, { key, shift, modified });

/** Which row it is about, and what. */
function text(meaning: KeyMeaning | null): string | null {
  if (meaning === null) return null;
  if ('row' in meaning) return `${meaning.kind} ${meaning.row}`;
  if (!('of' in meaning)) return meaning.kind;
  return `${meaning.kind} ${meaning.of.name}`;
}

describe('a key on a row of the tree', () => {
  test('the rows are those of the table below', () => {
    expect([open, prompt, last, empty, none, collapsed].map((row) => row?.name)).toEqual([
      'P1',
      'T11',
      'T12',
      'P2',
      'No prompts yet',
      'P3',
    ]);
  });

  test.each([
    [0, 'ArrowDown', 'move 1'],
    [5, 'ArrowDown', 'move 5'],
    [1, 'ArrowUp', 'move 0'],
    [0, 'ArrowUp', 'move 0'],
    [3, 'Home', 'move 0'],
    [0, 'End', 'move 5'],
    [0, 'PageDown', 'move 5'],
    [5, 'PageUp', 'move 0'],
    [5, 'ArrowRight', 'toggle P3'],
    [0, 'ArrowRight', 'move 1'],
    [1, 'ArrowRight', null],
    [0, 'ArrowLeft', 'toggle P1'],
    [5, 'ArrowLeft', null],
    [2, 'ArrowLeft', 'move 0'],
    [4, 'ArrowLeft', 'move 3'],
    [0, 'Enter', 'toggle P1'],
    [0, ' ', 'select P1'],
    [1, 'Enter', 'open T11'],
    [1, ' ', 'open T11'],
    [1, 'F2', 'rename T11'],
    [0, 'F2', 'rename P1'],
    [1, 'Delete', 'delete T11'],
    [0, 'ContextMenu', 'menu P1'],
    [4, 'Enter', null],
    [4, 'Delete', null],
    [0, 'a', null],
  ])('on row %i, %s means %s', (at, key, expected) => {
    expect(text(pressed(at, key))).toBe(expected);
  });

  test('a page is so many rows', () => {
    const long = treeRows(
      { projects: [{ id: 1, name: 'P', color: 'red', createdAt }], prompts: manyPrompts(50) },
      [1],
    );
    expect(meaningOf(long, 0, { key: 'PageDown', shift: false, modified: false })).toEqual({
      kind: 'move',
      row: pageOfRows,
    });
  });

  test('the menu also comes by Shift and F10, and F10 alone stays with the browser', () => {
    expect(text(pressed(1, 'F10', { shift: true }))).toBe('menu T11');
    expect(pressed(1, 'F10')).toBeNull();
  });

  test('Ctrl, Alt and Meta leave every key to the browser', () => {
    expect(pressed(0, 'ArrowDown', { modified: true })).toBeNull();
    expect(pressed(1, 'Delete', { modified: true })).toBeNull();
  });

  test.each([
    [0, 'ArrowDown', 'extend 1'],
    [5, 'ArrowDown', 'extend 5'],
    [3, 'Home', 'extend 0'],
    [0, 'PageDown', 'extend 5'],
    [0, 'ArrowRight', 'move 1'],
    [2, 'ArrowLeft', 'move 0'],
  ])('with Shift, on row %i, %s means %s', (at, key, expected) => {
    expect(text(pressed(at, key, { shift: true }))).toBe(expected);
  });

  test.each([
    [1, 'a', 'pickAll'],
    [0, 'a', 'pickAll'],
    [1, ' ', 'pick T11'],
    [0, ' ', null],
    [1, 'b', null],
  ])('with Ctrl, on row %i, %s means %s', (at, key, expected) => {
    expect(text(meaningOf(rows, at, { key, shift: false, modified: true, command: key }))).toBe(expected);
  });

  test('Escape ends a selection, and is left to others where there is none', () => {
    expect(text(meaningOf(rows, 1, { key: 'Escape', shift: false, modified: false, picking: true }))).toBe(
      'unpick',
    );
    expect(pressed(1, 'Escape')).toBeNull();
  });

  test('a row that is not there any more has no keys', () => {
    expect(pressed(99, 'Enter')).toBeNull();
  });
});

function manyPrompts(count: number): Outline['prompts'] {
  return Array.from({ length: count }, (_, index) => ({
    id: 100 + index,
    title: `T${index}`,
    createdAt,
    projectId: 1,
  }));
}

test.each([
  [1, 'ArrowUp', 'step T11'],
  [3, 'ArrowDown', 'step P2'],
  [4, 'ArrowUp', null],
  [1, 'Enter', null],
])('with Alt and Shift, row %i and %s come to: %s', (at, key, expected) => {
  expect(text(meaningOf(rows, at, { key, shift: true, modified: true, moves: true }))).toBe(expected);
});
