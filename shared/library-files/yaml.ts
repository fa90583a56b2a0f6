/**
 * Reads and writes YAML 1.2 with the values of JSON and nothing else.
 *
 * 1. Reading builds no object but plain ones: a tag, a complex key, another version of YAML or a second document is
 *    refused, and aliases are bounded, so that ten lines cannot become a gigabyte.
 * 2. A key that stands twice in one map is refused: one of the two values would be lost.
 * 3. Writing gives each string back to the code unit; one that YAML would change is written as JSON has it.
 */
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  parseDocument,
  visit,
  Document as YamlDocument,
} from 'yaml';
import { message } from '#shared/language/message.ts';
import { bounds } from './bounds.ts';
import type { Reason } from './files.ts';

export type ReadYaml = { ok: true; value: unknown } | { ok: false; reason: Reason };

const longestKey = 1000;
const mostAliases = 100;
const deepest = 1000;
const deepLine = /(?:[-?:][ \t]+){100}/;

/** `asTexts`: fields of the outermost map whose numbers, truths and dates are texts, as they are written. */
export function readYaml(text: string, { asTexts = [] }: { asTexts?: readonly string[] } = {}): ReadYaml {
  if (text.length > bounds.yamlBytes) return refused(message('The YAML is too long.'));
  if (isDeep(text)) return refused(message('The YAML is nested too deeply.'));
  let document: Document.Parsed;
  try {
    document = parseDocument(text, {
      ...{ version: '1.2', schema: 'core', strict: true, stringKeys: true },
      // Compared by `problemOf`: the package compares each key with all others.
      ...{ uniqueKeys: false, prettyErrors: false, logLevel: 'silent' },
    });
  } catch {
    return refused(message('The YAML is nested too deeply.'));
  }
  const [error] = document.errors;
  if (error?.code === 'RESOURCE_EXHAUSTION') return refused(message('The YAML is nested too deeply.'));
  if (error !== undefined) return notYaml(text, error.pos[0]);
  try {
    const sentence = problemOf(document);
    if (sentence !== null) return refused(sentence);
    keepAsTexts(document, asTexts);
    return { ok: true, value: document.toJS({ maxAliasCount: mostAliases }) };
  } catch (failure) {
    return failure instanceof ReferenceError
      ? refused(message('The YAML repeats itself too often by aliases.'))
      : refused(message('The YAML is nested too deeply.'));
  }
}

/**
 * Returns a value as YAML; what JSON leaves out is left out. `compat`: a version whose readers get each text as one too.
 * `asBlocks`: keys whose texts of several lines are written line by line.
 */
export function writeYaml(
  value: unknown,
  { compat = null, asBlocks = [] }: { compat?: 'yaml-1.1' | null; asBlocks?: readonly string[] } = {},
): string {
  const options = { aliasDuplicateObjects: false, version: '1.2', schema: 'core', compat } as const;
  const document = new YamlDocument(value, options);
  visit(document, {
    Scalar(_key, node, path) {
      if (typeof node.value !== 'string' || isPlain(node.value)) return;
      const parent = path.at(-1);
      const isNamed = isPair(parent) && isScalar(parent.key) && asBlocks.includes(String(parent.key.value));
      node.type = isNamed && isBlock(node.value) ? 'BLOCK_LITERAL' : 'QUOTE_DOUBLE';
    },
  });
  return document.toString({ lineWidth: 0, minContentWidth: 0, doubleQuotedMinMultiLineLength: 1_000_000 });
}

/** True for a string of ordinary lines, which the package may write as it likes. */
function isPlain(text: string): boolean {
  return (
    /^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u0085\ufeff]*$/u.test(text) &&
    text === text.trim() &&
    text.length < 1000
  );
}

/** True for lines that a block gives back as they are. */
function isBlock(text: string): boolean {
  return /^\S/.test(text) && text.split('\n').every((line) => isPlain(line.trim()));
}

/** Returns the sentence for what is valid YAML and is not read all the same. */
function problemOf(document: Document.Parsed): string | null {
  let aliases = 0;
  let problem: string | null = null;
  if (document.warnings.length > 0 || document.directives.yaml.version !== '1.2') {
    return message('The YAML has tags or directives that are not read.');
  }
  visit(document, {
    Node(_key, node) {
      if (isAlias(node)) aliases += 1;
      else if (node.tag !== undefined && !isScalar(node)) problem ??= notRead(node.tag);
      else if (isScalar(node) && node.tag !== undefined) problem ??= notRead(node.tag);
      if (isMap(node)) problem ??= keyProblem(node.items);
      return problem === null ? undefined : visit.BREAK;
    },
  });
  if (aliases > mostAliases) return message('The YAML repeats itself too often by aliases.');
  return problem;
}

function keepAsTexts({ contents }: Document.Parsed, names: readonly string[]): void {
  if (names.length === 0 || !isMap(contents)) return;
  for (const { key, value } of contents.items) {
    if (!isScalar(key) || !names.includes(String(key.value)) || !isNode(value)) continue;
    visit(value, {
      Scalar(_key, node) {
        if (node.value !== null && node.source !== undefined) node.value = node.source;
      },
    });
  }
}

function notRead(tag: string): string | null {
  return tag.startsWith('tag:yaml.org,2002:')
    ? null
    : message('The YAML has tags or directives that are not read.');
}

function keyProblem(items: readonly { key: unknown }[]): string | null {
  const known = new Set<string>();
  for (const { key } of items) {
    const name = isScalar(key) ? String(key.value) : '';
    if (name.length > longestKey) return message('The YAML has a key that is too long.');
    if (known.has(name)) return message('The YAML has the same key twice.');
    known.add(name);
  }
  return null;
}

/**
 * Counts brackets that only open, also those of a text, which has fewer, and dashes that open lists in one line: each
 * costs the parser a level.
 */
function isDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text[at];
    if (unit === '{' || unit === '[') depth += 1;
    else if ((unit === '}' || unit === ']') && depth > 0) depth -= 1;
    if (depth > deepest) return true;
  }
  return deepLine.test(text);
}

function notYaml(text: string, at: number): ReadYaml {
  const line = text.slice(0, at).split('\n').length;
  return {
    ok: false,
    reason: { sentence: message('This is not valid YAML: line {line, number}.'), values: { line } },
  };
}

function refused(sentence: string): ReadYaml {
  return { ok: false, reason: { sentence } };
}
