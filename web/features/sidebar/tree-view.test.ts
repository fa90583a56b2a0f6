import { expect, test } from 'vitest';
import type { Outline } from '../../data/rows/outline.ts';
import { tagsOf, viewedOutline, wholeTree } from './tree-view.ts';

const createdAt = '2026-01-01T00:00:00.000Z';
const prompt = (id: number, title: string, projectId: number, more = {}) => ({
  ...{ id, title, projectId, createdAt },
  ...more,
});
const outline: Outline = {
  projects: [
    { id: 1, name: 'Letters', color: 'teal', createdAt },
    { id: 2, name: 'Archive', color: 'red', createdAt },
  ],
  prompts: [
    prompt(11, 'Step 10', 1, { tags: ['mail', 'draft'] }),
    prompt(12, 'Step 9', 1, { favorite: true, tags: ['mail'] }),
    prompt(13, 'Other', 2),
  ],
};
const listed = (view: Partial<typeof wholeTree>) => {
  const { projects, prompts } = viewedOutline(outline, { ...wholeTree, ...view });
  return [projects.map(({ name }) => name), prompts.map(({ title }) => title)];
};

test('the whole tree is the outline itself: nothing is drawn anew for it', () => {
  expect(viewedOutline(outline, wholeTree)).toBe(outline);
});

test.each([
  [
    { order: 'title' as const },
    [
      ['Archive', 'Letters'],
      ['Other', 'Step 9', 'Step 10'],
    ],
  ],
  [{ favorites: true }, [['Letters'], ['Step 9']]],
  [{ tags: ['mail'] }, [['Letters'], ['Step 10', 'Step 9']]],
  [{ tags: ['mail'], favorites: true, order: 'title' as const }, [['Letters'], ['Step 9']]],
  [{ tags: ['mail', 'draft'] }, [['Letters'], ['Step 10']]],
  [{ tags: ['mail', 'gone'] }, [[], []]],
])('the view %j lists what it says, and the projects that have some of it', (view, expected) => {
  expect(listed(view)).toEqual(expected);
});

test('the tags of a library are listed once each, by name', () => {
  expect(tagsOf(outline)).toEqual(['draft', 'mail']);
});

test('the own order has moved rows at their places, and the others at their creation', () => {
  const [first, second, other] = outline.prompts;
  if (first === undefined || second === undefined || other === undefined) throw new Error('there are three');
  const moved = { ...outline, prompts: [first, { ...second, position: '01' }, other] };
  const own = viewedOutline(moved, wholeTree);
  expect(own.prompts.map(({ id }) => id)).toEqual([12, 11, 13]);
  expect(viewedOutline(moved, { ...wholeTree, order: 'created' })).toBe(moved);
});

test('sorted by the last edit, projects stand by the newest prompt in them; what nobody knows of comes last', () => {
  const edited = viewedOutline(outline, { ...wholeTree, order: 'edited' }, [13, 12]);
  expect(edited.prompts.map(({ id }) => id)).toEqual([13, 12, 11]);
  expect(edited.projects.map(({ id }) => id)).toEqual([2, 1]);
});
