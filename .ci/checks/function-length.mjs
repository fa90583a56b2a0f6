/**
 * Finds functions of more than 60 lines: a part of one belongs in a module of its own, not in a nested function.
 * Tests are excepted. Each folder has an allowance for the functions that are still longer, which may only go down
 * (`npm run check -- functions --write` lowers it).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { root } from '../places.mjs';
import { trackedFiles } from './tracked-files.mjs';

export const mostLines = 60;

/** A run that reads nothing finds nothing: below this, the reader is broken, not the project in order. */
const fewestFunctions = 1000;

const allowanceFile = join(root, '.ci', 'checks', 'function-length.json');
const code = /\.(tsx?|mjs)$/;
const tests = /\.(test|spec)\.\w+$|-(suite|scene)\.tsx?$|(^|\/)testing\//;

const functionTypes = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassMethod',
  'PrivateMethod',
  'Constructor',
  'MethodProperty',
  'GetterProperty',
  'SetterProperty',
]);

/** Complains about each folder with more functions of over 60 lines than its allowance. */
export function checkFunctionLength({
  folder = root,
  files = trackedFiles(folder),
  fewest = fewestFunctions,
  allowance = readAllowance(),
  write = false,
} = {}) {
  let seen = 0;
  const byFolder = new Map();
  for (const file of files) {
    if (!code.test(file) || tests.test(file)) continue;
    const functions = functionsOf(readFileSync(join(folder, file), 'utf8'), { tsx: file.endsWith('x') });
    seen += functions.length;
    const long = functions.filter(({ lines }) => lines > mostLines);
    if (long.length === 0) continue;
    const found = long.map(({ name, lines }) => `${file}: ${name} has ${lines} lines`);
    byFolder.set(folderOf(file), [...(byFolder.get(folderOf(file)) ?? []), ...found]);
  }
  const complaints = complaintsAboutLong(byFolder, allowance);
  if (seen < fewest) complaints.push(`only ${seen} functions were read, fewer than ${fewest}`);
  if (write) writeFileSync(allowanceFile, `${JSON.stringify(lowered(byFolder, allowance), null, 2)}\n`);
  return { saw: `${seen} functions`, complaints };
}

/**
 * @param {Map<string, string[]>} byFolder
 * @param {Record<string, number>} allowance
 */
function complaintsAboutLong(byFolder, allowance) {
  return [...byFolder].flatMap(([folder, found]) => {
    const allowed = allowance[folder] ?? 0;
    if (found.length <= allowed) return [];
    const long = found.map((each) => `\n  ${each}`).join('');
    return [
      `${folder} has ${found.length} functions of more than ${mostLines} lines, ${allowed} are allowed:${long}`,
    ];
  });
}

/**
 * Returns the functions of a source, each with its lines from its first to its last character.
 * @param {string} text
 * @returns {{ name: string, lines: number }[]}
 */
export function functionsOf(text, { tsx = false } = {}) {
  // A program's span begins at its first token, and all spans count from it: the semicolon makes that the first byte.
  const bytes = Buffer.from(`;${text.replace(/^#!/, '//')}`);
  const program = parseSync(bytes.toString(), { syntax: 'typescript', tsx, decorators: true });
  const start = program.span.start;
  const found = [];
  const walk = (node, nameAbove) => {
    if (node === null || typeof node !== 'object') return;
    if (Array.isArray(node)) {
      for (const each of node) walk(each, nameAbove);
      return;
    }
    const name = (node.identifier ?? node.key ?? node.id)?.value ?? nameAbove;
    if (functionTypes.has(node.type)) {
      const { start: from, end: to } = node.span ?? node.function.span;
      found.push({
        name,
        lines: bytes
          .subarray(from - start, to - start)
          .toString()
          .split('\n').length,
      });
    }
    for (const [key, value] of Object.entries(node)) if (key !== 'span') walk(value, name);
  };
  walk(program.body, 'a function');
  return found;
}

/**
 * Returns the first two folders of a path, as an allowance is kept for them.
 * @param {string} file
 */
export function folderOf(file) {
  return file.split('/').slice(0, -1).slice(0, 2).join('/') || '.';
}

/**
 * Returns the allowance lowered to what is there; it is never raised.
 * @param {Map<string, string[]>} byFolder
 * @param {Record<string, number>} allowance
 */
export function lowered(byFolder, allowance) {
  const next = Object.entries(allowance).map(([folder, allowed]) => [
    folder,
    Math.min(allowed, byFolder.get(folder)?.length ?? 0),
  ]);
  return Object.fromEntries(next.filter(([, allowed]) => allowed > 0));
}

/** @returns {Record<string, number>} */
function readAllowance() {
  return JSON.parse(readFileSync(allowanceFile, 'utf8'));
}
