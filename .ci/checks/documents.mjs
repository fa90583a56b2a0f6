/**
 * Holds the documents to the tree: every file, folder, npm script and camelCase name that they mention exists, and
 * every decision has a number of its own, a date and a status. `docs/spec-coverage.md` has a check of its own.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../places.mjs';
import { trackedFiles } from './tracked-files.mjs';

const separate = 'docs/spec-coverage.md';
const code = /\.(tsx?|mjs|js|css|sql)$/;
const fence = /^```[\s\S]*?^```/gm;
const inlineCode = /`([^`\n]+)`/g;
/** A path, or the name of a file; not a route, a pattern with gaps or a command. */
const path = /^(?!\/|@|https?:)[\w.-]+(\/[\w.-]+)*\/?$/;
const fileName = /\.(tsx?|mjs|md|html|json)$/;
/** Made where the product is built or runs. */
const made = /^(\.\/)?(data|files|dist|screenshots|\.cache)(\/|$)/;
const camelCase = /^[A-Za-z]*[a-z][A-Z]\w*$/;
const decisionHead = /^# (\d{3}) \S.*\n\n\*\*Date\.\*\* \d{4}-\d\d-\d\d\. \*\*Status\.\*\* \S/;

export function checkDocuments({ folder = root, files = trackedFiles(folder) } = {}) {
  const read = (file) => readFileSync(join(folder, file), 'utf8');
  const tree = readTree({ files, read });
  const documents = files.filter((file) => file.endsWith('.md') && file !== separate);
  const complaints = documents.flatMap((file) => {
    const text = read(file);
    const missing = mentions(text).filter((mention) => !tree.has(mention));
    return [
      ...missing.map(({ name, kind }) => `${file}: there is no ${kind} ${name}`),
      ...complaintsAboutDecision(file, text),
    ];
  });
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

function complaintsAboutDecision(file, text) {
  const [, number] = /^docs\/decisions\/(\d{3})-[a-z0-9-]+\.md$/.exec(file) ?? [];
  if (number === undefined) return [];
  if (decisionHead.exec(text)?.[1] === number) return [];
  return [
    `${file}: begins with "# ${number} Title" and a line "**Date.** 2026-01-31. **Status.** Accepted."`,
  ];
}
