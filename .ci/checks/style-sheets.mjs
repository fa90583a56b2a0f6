import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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
  'web/ui/list/virtual-list.css': 'rows of the virtual list: style props cost a scroll half its frames',
  'web/features/sidebar/tree-rows.css': 'rows of the virtual list',
  'web/features/versions/version-rows.css': 'rows of the virtual list',
  'web/features/bin/bin.css': 'rows of the virtual list',
  'web/features/transfer/transfer.css': 'rows of the virtual list',
  'web/features/search/search-list.css': 'rows of the virtual list',
  'web/features/try-it/cases/case-table.css': 'rows of the virtual list',
  'web/ui/options/option-list.css': 'rows of the virtual list',
};

/** Files in which `:has()` may look at the whole page: the rules count for print or for the frame of a window alone. */
const seldom = ['web/features/editor/print.css', 'web/ui/theme/base.css'];

/**
 * Returns the lines with a rule that makes a browser style much more than what changed. With `:has()` at the root each
 * element that comes or goes is looked at; and where any element can be the subject behind one `:has()`, every change
 * that concerns another one styles all of the page: a key took 36 ms instead of 15.
 */
export function costlySelectors(file, text) {
  return text.split('\n').flatMap((line, at) => {
    if (!line.includes(':has(') || seldom.includes(file)) return [];
    const isOfPage = /(?:html|:root|body)(?::not\()?:has\(/.test(line);
    const isOfAny = line
      .split(':has(')
      .slice(1)
      .some((rest) => /^(\*|:(?!is\())/.test(subjectBehind(rest)));
    return isOfPage || isOfAny ? [`${file}:${at + 1}`] : [];
  });
}

/** Returns the last part of a selector behind the `:has(` that `rest` is the inside of; '' where nothing follows it. */
function subjectBehind(rest) {
  let depth = 1;
  let end = 0;
  for (; end < rest.length && depth > 0; end += 1) depth += { '(': 1, ')': -1 }[rest[end]] ?? 0;
  const behind = rest.slice(end).match(/^[^,{'"`\]]*/)?.[0] ?? '';
  const parts = behind.split(/\s*[\s>+~]\s*/);
  return parts.length < 2 ? '' : (parts.filter((part) => part !== '').at(-1) ?? '');
}

/**
 * Screens are drawn by Chakra: a plain style sheet stands only where there is a reason for it. No rule makes a browser
 * style the whole page for a key.
 */
export function checkStyleSheets({ folder = root, files = trackedFiles(folder) } = {}) {
  const sheets = files.filter((file) => /\.(css|scss|sass|less|styl)$/.test(file));
  const strange = sheets.filter((file) => !Object.keys(allowed).some((place) => file.startsWith(place)));
  const unused = Object.keys(allowed).filter((place) => !sheets.some((file) => file.startsWith(place)));
  const styled = trackedFiles(folder).filter(
    (file) => /^web\/.*\.(css|tsx?)$/.test(file) && !/\.test\.tsx?$/.test(file),
  );
  const costly = styled.flatMap((file) => costlySelectors(file, readFileSync(join(folder, file), 'utf8')));
  return {
    saw: `${sheets.length} style sheets`,
    complaints: [
      ...strange.map((file) => `${file}: draw it with Chakra, or say in this check why that cannot be`),
      ...costly.map(
        (place) => `${place}: this :has() makes a key style the whole page; mark the element instead`,
      ),
      ...unused.map((place) => `${place} has no style sheet any more: take it from the list`),
    ],
  };
}
