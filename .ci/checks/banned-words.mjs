/**
 * Finds words that are no terms of the field, in names and in the first lines of docstrings, where a line that begins
 * with What, Whoever or Where says no more. The code still has many of them, so each folder has an allowance, which may only go down (`npm run check -- words --write` lowers it).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../places.mjs';

const allowanceFile = join(root, '.ci', 'checks', 'banned-words.json');

const inNames = new Set(['said', 'told', 'heard', 'anew', 'nobodys']);
const inFirstLines = /\b(said|told|heard|anew|in vain|nobody['’]s)\b|^(What|Whoever|Where)\b/i;
const notNames =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`/g;

/**
 * Returns the banned words of a file: each name once, and each first line.
 * @param {string} text
 */
export function bannedWords(text) {
  const names = new Set(text.replaceAll(notNames, ' ').match(/[A-Za-z_$][\w$]*/g));
  const found = [...names].filter((name) => isBanned(name)).map((name) => `the name ${name}`);
  for (const [, line] of text.matchAll(/\/\*\*[\s*]*([^\n]+)/g)) {
    const first = line.replace(/\s*\*\/.*$/, '');
    if (inFirstLines.test(first)) found.push(`the first line "${first}"`);
  }
  return found;
}

/** @param {string} name */
function isBanned(name) {
  const parts = name.split(/_|(?<=[a-z0-9])(?=[A-Z])/).map((part) => part.toLowerCase());
  return parts.some((part, at) => inNames.has(part) || (part === 'in' && parts[at + 1] === 'vain'));
}

/**
 * Returns the first two folders of a path, as an allowance is kept for them.
 * @param {string} file
 */
export function folderOf(file) {
  return file.split('/').slice(0, -1).slice(0, 2).join('/') || '.';
}

/**
 * Counts banned words by folder.
 * @param {{ file: string, text: string }[]} files
 * @returns {Map<string, string[]>}
 */
export function bannedByFolder(files) {
  const byFolder = new Map();
  for (const { file, text } of files) {
    const found = bannedWords(text).map((what) => `${file}: ${what}`);
    if (found.length > 0) byFolder.set(folderOf(file), [...(byFolder.get(folderOf(file)) ?? []), ...found]);
  }
  return byFolder;
}

/**
 * Complains about each folder that has more than its allowance.
 * @param {Map<string, string[]>} byFolder
 * @param {Record<string, number>} allowance
 */
export function complaintsAboutBanned(byFolder, allowance) {
  return [...byFolder].flatMap(([folder, found]) => {
    const allowed = allowance[folder] ?? 0;
    if (found.length <= allowed) return [];
    const words = found.map((each) => `\n  ${each}`).join('');
    return [
      `${folder} has ${found.length} banned words, ${allowed} are allowed; use the glossary's:${words}`,
    ];
  });
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
export function readAllowance() {
  return JSON.parse(readFileSync(allowanceFile, 'utf8'));
}

/** @param {Record<string, number>} allowance */
export function writeAllowance(allowance) {
  writeFileSync(allowanceFile, `${JSON.stringify(allowance, null, 2)}\n`);
}
