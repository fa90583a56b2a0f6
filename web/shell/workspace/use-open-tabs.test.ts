import { expect, test } from 'vitest';
import type { Outline } from '../../data/rows/outline.ts';
import { tabsOf } from './use-open-tabs.ts';

const createdAt = '2026-01-01T00:00:00.000Z';
const outline: Outline = {
  projects: [{ id: 1, name: 'Letters', color: 'teal', createdAt }],
  prompts: [{ id: 11, title: 'Answer', createdAt, projectId: 1 }],
};
const answer = { id: 11, title: 'Answer', projectName: 'Letters', color: 'teal', isGone: false };

test('a tab is called as its prompt is, and has the colour of its project', () => {
  expect(tabsOf(outline, [11], [])).toEqual([answer]);
});

test('a prompt that was deleted elsewhere keeps its last name and colour', () => {
  expect(tabsOf({ ...outline, prompts: [] }, [11], [answer])).toEqual([{ ...answer, isGone: true }]);
});

test('a prompt that was never here, and one whose project is not here yet, are still tabs', () => {
  const homeless = { ...outline, projects: [] };
  expect(tabsOf(homeless, [11, 99], [])).toEqual([
    { ...answer, projectName: '', color: 'gray' },
    { id: 99, title: 'Deleted prompt', projectName: '', color: 'gray', isGone: true },
  ]);
});

test('tabs stay the same while nothing about them changes, so that a row that arrives draws none of them', () => {
  const more = {
    ...outline,
    prompts: [...outline.prompts, { id: 12, title: 'Other', createdAt, projectId: 1 }],
  };
  const before = tabsOf(outline, [11], []);
  expect(tabsOf(more, [11], before)).toBe(before);
  const renamed = { ...more, prompts: [{ id: 11, title: 'Reply', createdAt, projectId: 1 }] };
  expect(tabsOf(renamed, [11], before)).toEqual([{ ...answer, title: 'Reply' }]);
});
