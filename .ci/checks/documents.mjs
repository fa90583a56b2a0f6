/**
 * Holds the documents to the tree: every file, folder, npm script and camelCase name that they mention exists, every
 * link leads to a file or a heading, and every decision has a number of its own, a date and a status. `docs/spec-coverage.md` has a check of its own.
 * In `docs/security.md` each requirement has three cells and a proof, and a title that follows the name of a test file
 * is a test of that file.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../places.mjs';
import { brokenLinks } from './document-links.mjs';
import { isTest, namesTest, proofsIn } from './spec-coverage.mjs';
import { trackedFiles } from './tracked-files.mjs';

const separate = 'docs/spec-coverage.md';
const securityDocument = 'docs/security.md';
const fewestTitles = 100;
const code = /\.(tsx?|mjs|js|css|sql)$/;
const fence = /^```[\s\S]*?^```/gm;
const inlineCode = /`([^`\n]+)`/g;
/** A path, or the name of a file; not a route, a pattern with gaps or a command. */
const path = /^(?!\/|@|https?:)[\w.-]+(\/[\w.-]+)*\/?$/;
const fileName = /\.(tsx?|mjs|md|html|json)$/;
/** Made where the product is built or runs. */
const made = /^(\.\/)?(data|files|dist|dist-server|screenshots|\.cache)(\/|$)/;
const camelCase = /^[A-Za-z]*[a-z][A-Z]\w*$/;
const decisionFile = /^docs\/decisions\/(\d{3})-[a-z0-9-]+\.md$/;
const decisionHead = /^# (\d{3}) \S.*\n\n\*\*Date\.\*\* \d{4}-\d\d-\d\d\. \*\*Status\.\*\* \S/;

export function checkDocuments({ folder = root, files = trackedFiles(folder) } = {}) {
  const read = (file) => readFileSync(join(folder, file), 'utf8');
  const tree = readTree({ files, read });
  const documents = files.filter((file) => file.endsWith('.md') && file !== separate);
  const present = new Set(files);
  const complaints = documents.flatMap((file) => {
    const text = read(file);
    const links = brokenLinks({ file, text, files: present, read });
    const missing = mentions(text).filter((mention) => !tree.has(mention));
    return [
      ...missing.map(({ name, kind }) => `${file}: there is no ${kind} ${name}`),
      ...links.map((target) => `${file}: the link ${target} leads nowhere`),
      ...complaintsAboutDecision(file, text),
      ...(file === securityDocument ? complaintsAboutProofs({ text, files, read }) : []),
    ];
  });
  complaints.push(...complaintsAboutNumbers(documents));
  if (documents.length === 0) complaints.push('no document was read');
  return { saw: `${documents.length} documents`, complaints };
}

/** @param {string} text */
function mentions(text) {
  const blocks = text.match(fence) ?? [];
  const inline = [...text.replaceAll(fence, '').matchAll(inlineCode)].map(([, name]) => name);
  const names = [
    ...inline.flatMap(mentionsOfCode),
    ...blocks.flatMap((block) =>
      (block.match(/[A-Za-z]\w*/g) ?? []).filter((word) => camelCase.test(word)).map(nameOf),
    ),
    ...[...text.matchAll(/\bnpm run ([a-z:]+)/g)].map(([, name]) => ({ kind: 'npm script', name })),
  ];
  const byName = new Map(names.map((mention) => [`${mention.kind} ${mention.name}`, mention]));
  return [...byName.values()];
}

function mentionsOfCode(name) {
  const bare = name.replace(/\/\*$/, '/').replace(/\(\)$/, '');
  if (path.test(bare) && (bare.includes('/') || fileName.test(bare)))
    return made.test(bare) ? [] : [{ kind: 'path', name: bare }];
  return bare
    .split('.')
    .filter((part) => camelCase.test(part))
    .map(nameOf);
}

function nameOf(name) {
  return { kind: 'name', name };
}

/** Returns what the tree has; a path may leave out the folders before it. */
function readTree({ files, read }) {
  const paths = new Set();
  for (const file of files) {
    const parts = file.split('/');
    for (let from = 0; from < parts.length; from += 1) {
      for (let to = from + 1; to <= parts.length; to += 1) paths.add(parts.slice(from, to).join('/'));
    }
  }
  const names = new Set(
    files.filter((file) => code.test(file)).flatMap((file) => read(file).match(/[A-Za-z]\w*/g) ?? []),
  );
  const scripts = new Set(
    files.includes('package.json') ? Object.keys(JSON.parse(read('package.json')).scripts) : [],
  );
  return {
    has({ kind, name }) {
      if (kind === 'npm script') return scripts.has(name);
      return kind === 'path' ? paths.has(name.replace(/\/$/, '')) : names.has(name);
    },
  };
}

/** @param {string[]} documents */
function complaintsAboutNumbers(documents) {
  const byNumber = Map.groupBy(
    documents.filter((file) => decisionFile.test(file)),
    (file) => decisionFile.exec(file)?.[1] ?? '',
  );
  return [...byNumber.values()]
    .filter(({ length }) => length > 1)
    .map((files) => `${files.join(' and ')} have one number`);
}

function complaintsAboutDecision(file, text) {
  const [, number] = decisionFile.exec(file) ?? [];
  if (number === undefined) return [];
  if (decisionHead.exec(text)?.[1] === number) return [];
  return [
    `${file}: begins with "# ${number} Title" and a line "**Date.** 2026-01-31. **Status.** Accepted."`,
  ];
}

const requirement = /^\| \d+\.\d+\.\d+/;

function complaintsAboutProofs({ text, files, read }) {
  const rows = text.split('\n').flatMap((line, at) => {
    if (!requirement.test(line)) return [];
    return [
      { at: `${securityDocument}:${at + 1}`, cells: line.slice(1, line.lastIndexOf('|')).split(' | ') },
    ];
  });
  const complaints = rows.flatMap(({ at, cells }) => {
    if (cells.length !== 3) return [`${at}: has ${cells.length} cells instead of three`];
    const proof = cells[2].trim();
    if (proof === '') return [`${at}: has no proof`];
    return proofsIn(proof).flatMap(({ file, titles }) => {
      if (titles.length > 0 && !isTest.test(file)) return [`${at}: ${file} is no test`];
      if (titles.length > 0 && !files.includes(file)) return [`${at}: there is no file ${file}`];
      return titles
        .filter((title) => !namesTest(read(file), title))
        .map((title) => `${at}: ${file} has no test called “${title}”`);
    });
  });
  const titles = rows.flatMap(({ cells }) => cells[2]?.match(/“[^”]+”/g) ?? []);
  const isOurs = files.includes('.ci/checks/documents.mjs');
  if (isOurs && titles.length < fewestTitles) {
    complaints.push(`${securityDocument}: only ${titles.length} titles of tests were read`);
  }
  return complaints;
}
