/**
 * Holds each catalogue of `shared/language` to the code: every sentence that is given to `t`, `translatedParts` or
 * `message` is in it, nothing else is, and a translation has the values of its sentence.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { parseSync } from '@swc/core';
import { root } from '../places.mjs';
import { trackedFiles } from './tracked-files.mjs';

const code = /^(web|shared)\/.*\.tsx?$/;
const tests = /\.test\.tsx?$|-(suite|scene|samples)\.tsx?$|(^|\/)testing\/|^shared\/language\//;
const functions = new Set(['t', 'translatedParts', 'message']);
const fewestSentences = 50;
const german = JSON.parse(readFileSync(join(root, 'shared/language/de.json'), 'utf8'));

export function checkTranslations({
  folder = root,
  files = trackedFiles(folder),
  catalogues = { de: german },
  fewest = fewestSentences,
} = {}) {
  /** Each sentence and the first file that has it. @type {Map<string, string>} */
  const sentences = new Map();
  const complaints = [];
  for (const file of files) {
    if (!code.test(file) || tests.test(file)) continue;
    const source = readFileSync(join(folder, file), 'utf8');
    if (!/language\/(translate|message)\.ts'/.test(source)) continue;
    for (const sentence of sentencesOf(source, { tsx: file.endsWith('x') })) {
      if (!sentences.has(sentence)) sentences.set(sentence, file);
    }
  }
  if (sentences.size < fewest) {
    complaints.push(`only ${sentences.size} sentences were read, fewer than ${fewest}`);
  }
  for (const [language, catalogue] of Object.entries(catalogues)) {
    for (const [sentence, file] of sentences) {
      const complaint = complaintAbout(sentence, catalogue[sentence]);
      if (complaint !== null) complaints.push(`${file}: '${sentence}' ${complaint} (${language})`);
    }
    for (const sentence of Object.keys(catalogue)) {
      if (!sentences.has(sentence)) complaints.push(`${language}: nothing shows '${sentence}'`);
    }
  }
  return { saw: `${sentences.size} sentences`, complaints };
}

/** @param {string} source */
function sentencesOf(source, { tsx }) {
  const found = [];
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (node === null || typeof node !== 'object') return;
    if (node.type === 'CallExpression' && functions.has(node.callee.value)) {
      found.push(...literalsOf(node.arguments[0]?.expression));
    }
    Object.values(node).forEach(visit);
  };
  visit(parseSync(source, { syntax: 'typescript', tsx, target: 'esnext' }).body);
  return found;
}

/** The sentences that an expression can be; one that is read elsewhere is marked by `message` there. */
function literalsOf(expression) {
  switch (expression?.type) {
    case 'StringLiteral':
      return [expression.value];
    case 'TemplateLiteral':
      return expression.quasis.length === 1 ? [expression.quasis[0].cooked] : [];
    case 'ParenthesisExpression':
      return literalsOf(expression.expression);
    case 'ConditionalExpression':
      return [...literalsOf(expression.consequent), ...literalsOf(expression.alternate)];
    default:
      return [];
  }
}

/**
 * @param {string} sentence
 * @param {string | undefined} translation
 */
function complaintAbout(sentence, translation) {
  if (translation === undefined || translation.trim() === '') return 'has no translation';
  const [wanted, has] = [valuesOf(sentence), valuesOf(translation)];
  if (wanted === null || has === null) return 'cannot be read as an ICU message';
  return wanted === has ? null : `has the values ${wanted || 'none'}, its translation ${has || 'none'}`;
}

/** The names of a message's values in their alphabetical order; null where it cannot be read. */
function valuesOf(text) {
  const names = new Set();
  const visit = (elements) => {
    for (const element of elements) {
      if (element.type !== TYPE.literal && element.type !== TYPE.pound) names.add(element.value);
      for (const { value } of Object.values(element.options ?? {})) visit(value);
    }
  };
  try {
    visit(parse(text, { ignoreTag: true }));
  } catch {
    return null;
  }
  return [...names].sort().join(', ');
}
