import { expect, test } from 'vitest';
import { root } from '../places.mjs';
import { checkStyleSheets, costlySelectors } from './style-sheets.mjs';
import { trackedFiles } from './tracked-files.mjs';

const files = trackedFiles(root);

test('a style sheet outside of the places for them is named', () => {
  const { complaints } = checkStyleSheets({ files: [...files, 'web/features/notes/notes-panel.css'] });
  expect(complaints).toEqual([
    'web/features/notes/notes-panel.css: draw it with Chakra, or say in this check why that cannot be',
  ]);
});

test('a place without a style sheet is named', () => {
  const { complaints } = checkStyleSheets({ files: files.filter((file) => !file.endsWith('/bin.css')) });
  expect(complaints).toEqual(['web/features/bin/bin.css has no style sheet any more: take it from the list']);
});

test.each([
  ['html:has(.dialog) .toast { top: 0 }', true],
  ["'html:has(.dialog) &': {}", true],
  ['body:not(:has(.header))::before {', true],
  ['.pane:has(.find-bar) .editor ::selection {', true],
  ['.pane:has(+ .other > .more:first-child) > :last-child {', true],
  ['.pane:has(> .other) *, .more {', true],
  ['.row:has(:focus-visible) {', false],
  ['.row > :has(+ .more) {', false],
  ['.pane:has(.other:is(.a, .b)) .editor {', false],
  ["'& > :is(ul, ol):has(+ .more)': {", false],
  ['.pane:has(+ .other) > :is(ul, ol):last-child {', false],
])('the rule %s makes a browser style much: %s', (line, isCostly) => {
  expect(costlySelectors('web/a.css', `a {}\n${line}`)).toEqual(isCostly ? ['web/a.css:2'] : []);
});
