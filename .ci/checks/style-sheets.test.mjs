import { expect, test } from 'vitest';
import { root } from '../places.mjs';
import { checkStyleSheets } from './style-sheets.mjs';
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
