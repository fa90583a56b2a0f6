import { root } from '../places.mjs';
import { trackedFiles } from './tracked-files.mjs';

/** The places of plain style sheets, and why Chakra cannot draw what they draw (decision 094). */
const allowed = {
  'web/ui/theme/': 'the fonts, and what the page shows before any script',
  'web/shell/waiting-screen.css': 'drawn by index.html before any script',
  'web/features/editor/engine/': 'the text of the source editor, which ProseMirror draws',
  'web/features/editor/print.css': 'a printed page',
  'web/ui/compare/compare.css': 'the rows of a comparison, thousands at once',
  'web/features/variables/filled-preview.css': 'the marks in a filled text, thousands at once',
  'web/ui/virtual-list.css': 'rows of the virtual list: style props cost a scroll half its frames',
  'web/features/sidebar/tree-rows.css': 'rows of the virtual list',
  'web/features/versions/version-rows.css': 'rows of the virtual list',
  'web/features/bin/bin.css': 'rows of the virtual list',
  'web/features/transfer/transfer.css': 'rows of the virtual list',
  'web/features/search/search-list.css': 'rows of the virtual list',
  'web/features/try-it/cases/case-table.css': 'rows of the virtual list',
  'web/ui/options/option-list.css': 'rows of the virtual list',
};

/** Screens are drawn by Chakra: a plain style sheet stands only where there is a reason for it. */
export function checkStyleSheets({ folder = root, files = trackedFiles(folder) } = {}) {
  const sheets = files.filter((file) => /\.(css|scss|sass|less|styl)$/.test(file));
  const strange = sheets.filter((file) => !Object.keys(allowed).some((place) => file.startsWith(place)));
  const unused = Object.keys(allowed).filter((place) => !sheets.some((file) => file.startsWith(place)));
  return {
    saw: `${sheets.length} style sheets`,
    complaints: [
      ...strange.map((file) => `${file}: draw it with Chakra, or say in this check why that cannot be`),
      ...unused.map((place) => `${place} has no style sheet any more: take it from the list`),
    ],
  };
}
