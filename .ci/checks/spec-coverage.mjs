/**
 * Holds `docs/spec-coverage.md` to the tree: a row names the files that do what it says and the tests that
 * prove it, and each of them exists under that very name.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../places.mjs';

const document = 'docs/spec-coverage.md';
/** Stands in the last cell of what another feature brings along. */
const later = '(resources)';
export const isTest = /\.(test|spec)\.(tsx?|mjs)$|-suite\.ts$/;
const fewestRows = 150;

export function checkSpecCoverage({ folder = root, text = readFileSync(join(root, document), 'utf8') } = {}) {
  const sources = new Map();
  const source = (file) => {
    if (!sources.has(file)) {
      sources.set(file, existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : null);
    }
    return sources.get(file);
  };
  const rows = rowsOf(text);
  const complaints = rows.flatMap((row) => complaintsAboutRow(row, source));
  if (rows.length < fewestRows && folder === root) complaints.push(`only ${rows.length} rows were read`);
  const open = rows.filter(({ proof }) => proof === later).length;
  return { saw: `${rows.length} rows, ${open} of them left to the resources`, complaints };
}

/**
 * Of every table: the line, what the product promises, where it is done, and by what it is proved.
 * @param {string} text
 */
export function rowsOf(text) {
  return text.split('\n').flatMap((line, at) => {
    if (!line.startsWith('|') || /^\|[\s:|-]+\|$/.test(line) || line.startsWith('| The product')) return [];
    const cells = line
      .slice(1, line.lastIndexOf('|'))
      .split(' | ')
      .map((cell) => cell.trim());
    const [promise = '', place = '', proof = ''] = cells;
    return [{ line: at + 1, cells: cells.length, promise, place, proof }];
  });
}

function complaintsAboutRow({ line, cells, promise, place, proof }, source) {
  const at = `${document}:${line}`;
  if (cells !== 3) return [`${at}: has ${cells} cells instead of three`];
  if (proof === later) return [];
  const files = namesIn(place);
  const proofs = proofsIn(proof);
  const complaints = [...files, ...proofs.map(({ file }) => file)]
    .filter((file) => source(file) === null)
    .map((file) => `${at}: there is no file ${file}`);
  if (files.length === 0) complaints.push(`${at}: names no file that does it: ${promise}`);
  if (proofs.length === 0) complaints.push(`${at}: names no test that proves it: ${promise}`);
  for (const { file, titles } of proofs) {
    if (!isTest.test(file)) complaints.push(`${at}: ${file} is no test`);
    if (titles.length === 0) complaints.push(`${at}: names no test of ${file}`);
    const text = source(file);
    if (text === null) continue;
    for (const title of titles.filter((title) => !namesTest(text, title))) {
      complaints.push(`${at}: ${file} has no test called “${title}”`);
    }
  }
  return complaints;
}

/** @param {string} cell */
function namesIn(cell) {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
}

/**
 * Returns each file with the titles that follow it.
 * @param {string} cell
 */
export function proofsIn(cell) {
  return [...cell.matchAll(/`([^`]+)`([^`]*)/g)].map(([, file, rest]) => ({
    file,
    titles: [...rest.matchAll(/“([^”]+)”/g)].map(([, title]) => title),
  }));
}

const literals = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g;

/**
 * A title is a whole literal of its file: of a test, of a group of tests, or of a row of a table. Where it is
 * put together, every part that comes from elsewhere may be anything.
 * @param {string} source
 * @param {string} title
 */
export function namesTest(source, title) {
  for (const line of source.split('\n')) {
    for (const [, single, double, template] of line.matchAll(literals)) {
      const words = single ?? double ?? template ?? '';
      if (words.replaceAll(/\\(.)/g, '$1') === title) return true;
      if (template?.includes('${') && patternOf(template).test(title)) return true;
    }
  }
  return false;
}

/** @param {string} template */
function patternOf(template) {
  const parts = template.split(/\$\{[^}]*\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  // Nothing but what comes from elsewhere would be every title.
  return parts.join('').length < 8 ? /^$/ : new RegExp(`^${parts.join('.+')}$`);
}
