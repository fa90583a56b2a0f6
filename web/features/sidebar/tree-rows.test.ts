import { expect, test } from 'vitest';
import type { Outline } from '../../data/rows/outline.ts';
import { treeRows } from './tree-rows.ts';

const createdAt = '2026-01-01T00:00:00.000Z';
const outline: Outline = {
  projects: [
    { id: 1, name: 'Letters', color: 'teal', createdAt },
    { id: 2, name: 'Empty', color: 'red', createdAt },
  ],
  prompts: [
    { id: 12, title: 'Second of two', createdAt, projectId: 1 },
    { id: 11, title: 'In the order of the outline', createdAt, projectId: 1 },
  ],
};

const shown = (expanded: number[]) =>
  treeRows(outline, expanded).map(({ name, level, position, setSize }) => [name, level, position, setSize]);

test('a collapsed project is one row with its place among the projects', () => {
  expect(shown([])).toEqual([
    ['Letters', 1, 1, 2],
    ['Empty', 1, 2, 2],
  ]);
});

test('the prompts of an expanded project stand under it, each with its place among them', () => {
  expect(shown([1])).toEqual([
    ['Letters', 1, 1, 2],
    ['Second of two', 2, 1, 2],
    ['In the order of the outline', 2, 2, 2],
    ['Empty', 1, 2, 2],
  ]);
});

test('an expanded project without prompts says so', () => {
  expect(shown([2]).at(-1)).toEqual(['No prompts yet', 2, 1, 1]);
});

test('every row has a key of its own, also where a project and a prompt share an id', () => {
  const shared: Outline = { ...outline, prompts: [{ id: 1, title: 'Same id', createdAt, projectId: 1 }] };
  const keys = treeRows(shared, [1, 2]).map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});
