import { readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { root } from '../places.mjs';
import { bannedWords } from './banned-words.mjs';
import { trackedFiles } from './tracked-files.mjs';

const code = /\.(tsx?|mjs|js)$/;
const tests = /\.(test|spec)\.(tsx?|mjs)$/;
/** The list of banned words and its tests name them. */
const definesWords = /^\.ci\/checks\/banned-words\./;

/**
 * Lists patterns that no file may contain. `in`: the files that a pattern applies to, if not all.
 * @type {{ pattern: RegExp, why: string, in?: RegExp, except?: RegExp }[]}
 */
const sayings = [
  {
    pattern: /\bissues?\s*(number\s*)?#?\d+|\((#|gh-)\d+\)|\b(fix(es|ed)?|closes?|refs?|see|per)\s+#\d+/i,
    why: 'names an issue by its number: say what is true instead',
  },
  { pattern: /(^|[^\w.*@-])\/(work|tmp|root)\/\w/, why: 'names a path of one machine' },
  {
    pattern: /\bregistry\.(npm|yarn)|\b(verdaccio|artifactory|jfrog)\b|"resolved": "http/i,
    why: 'names a registry: which one is used is not for the project to say',
  },
  {
    pattern: /\b(TODO|FIXME|XXX)\b/,
    in: code,
    why: 'is a bare reminder: write the gap and its consequence as a sentence',
  },
  { pattern: /@ts-(ignore|nocheck)|biome-ignore|eslint-disable/, in: code, why: 'silences a check' },
  { pattern: /@ts-expect-error/, in: code, except: tests, why: 'silences the compiler outside a test' },
  {
    pattern: /\b(dangerouslySetInnerHTML|innerHTML =)/,
    in: code,
    except: tests,
    why: 'makes markup of a text',
  },
  {
    pattern: /\b(test|it|describe|suite)\.(only|skip|todo|fixme|fails)\b/,
    in: tests,
    why: 'leaves a test out',
  },
  {
    pattern: /\bwaitForTimeout\(|setTimeout\(r(es(olve)?)?,/,
    in: tests,
    why: 'sleeps: wait for what you wait for',
  },
];

/** Names that say nothing about what a file holds. */
const emptyNames = /(^|\/)(utils?|helpers?|common|misc)(\/|\.|$)/i;
const kebabCase = /^\.?[a-z0-9]+([-.][a-z0-9]+)*$/;
const binary = new Set(['.png', '.ico', '.woff2', '.sqlite', '.gz']);
/** This file and its test say all of it. */
const ourselves = /^\.ci\/checks\/(banned-)?words\./;

/** Finds words and names that the project does not use. */
export function checkWords({ folder = root, files = trackedFiles(folder) } = {}) {
  const complaints = [];
  for (const file of files) {
    complaints.push(...complaintsAboutName(file));
    if (binary.has(extname(file)) || ourselves.test(file)) continue;
    const text = readFileSync(join(folder, file), 'utf8');
    complaints.push(...complaintsAboutText(file, text));
    if (!code.test(file) || definesWords.test(file)) continue;
    complaints.push(...bannedWords(text).map((found) => `${file}: ${found}; use the glossary's`));
  }
  if (files.length === 0) complaints.push('git names no file here: nothing was read');
  return { saw: `${files.length} files`, complaints };
}

/** @param {string} file */
export function complaintsAboutName(file) {
  const complaints = [];
  if (emptyNames.test(file)) complaints.push(`${file}: a name that says nothing: name what it holds`);
  if (/(^|\/)index\.tsx?$/.test(file)) complaints.push(`${file}: a barrel: import the file itself`);
  if (code.test(file) && !kebabCase.test(basename(file))) complaints.push(`${file}: not in kebab-case`);
  return complaints;
}

/**
 * @param {string} file
 * @param {string} text
 */
export function complaintsAboutText(file, text) {
  const about = sayings.filter((saying) => (saying.in ?? /./).test(file) && !saying.except?.test(file));
  return text.split('\n').flatMap((line, at) => {
    const matches = about.filter(({ pattern }) => pattern.test(line));
    return matches.map(({ why }) => `${file}:${at + 1}: ${why}: ${line.trim().slice(0, 100)}`);
  });
}
