import { expect, test } from 'vitest';
import { isRowSelected, type TreeSelection } from './tree-row-attributes.ts';
import type { TreeRow } from './tree-rows.ts';

const place = { level: 2, position: 1, setSize: 1 };
const prompt = { ...place, kind: 'prompt', key: 'prompt-7', id: 7, name: 'Answer' } as TreeRow;
const file = { ...place, kind: 'file', key: 'file-7', id: 7, name: 'plan.md' } as TreeRow;

test.each<[string, TreeSelection, prompt: boolean, file: boolean]>([
  ['nothing', { project: null, prompt: null, file: null }, false, false],
  ['a prompt', { project: 1, prompt: 7, file: null }, true, false],
  ['a file over a prompt', { project: 1, prompt: 7, file: 7 }, false, true],
])('with %s open, one row at most is selected', (_what, selection, isPrompt, isFile) => {
  expect([isRowSelected(prompt, selection), isRowSelected(file, selection)]).toEqual([isPrompt, isFile]);
});
