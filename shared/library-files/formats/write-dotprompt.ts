/**
 * Writes prompts as `.prompt` files, a folder for each project: filled in by dotprompt they are what they are here,
 * except that blank lines at the edges of a chat's messages may be more or fewer.
 */
import { messagesOf } from '#shared/templates/chat.ts';
import { readPrompt } from '#shared/templates/prompt-parts.ts';
import { utf8 } from '../bytes.ts';
import type { OutputFile } from '../files.ts';
import { writeFrontMatter } from '../front-matter.ts';
import { FileNames } from '../tree/file-names.ts';
import { type ExportedPrompt, textPiecesOf } from './exported-prompt.ts';

type Prompts = AsyncIterable<ExportedPrompt> | Iterable<ExportedPrompt>;

export async function* writeDotprompts(prompts: Prompts): AsyncGenerator<OutputFile> {
  const folders = new FileNames();
  const projects = new Map<string, { folder: string; names: FileNames }>();
  for await (const prompt of prompts) {
    const known = projects.get(prompt.project) ?? {
      folder: folders.take(prompt.project, projects.size + 1),
      names: new FileNames(),
    };
    projects.set(prompt.project, known);
    const path = `${known.folder}/${known.names.take(prompt.title, prompt.id, '.prompt')}`;
    yield { path, modified: prompt.modified, content: utf8(dotpromptOf(prompt)) };
  }
}

/** Returns a prompt as the text of a `.prompt` file. */
export function dotpromptOf({ title, text }: Pick<ExportedPrompt, 'title' | 'text'>): string {
  const { variables } = readPrompt(text).found;
  const template = templateOf(text.toWellFormed());
  const schema = variables.map(({ name, field }) => [field.default === null ? name : `${name}?`, 'string']);
  const defaults = variables.flatMap(({ name, field }) =>
    field.default === null ? [] : [[name, field.default]],
  );
  const input = {
    ...(schema.length === 0 ? {} : { schema: Object.fromEntries(schema) }),
    ...(defaults.length === 0 ? {} : { default: Object.fromEntries(defaults) }),
  };
  const hasInput = Object.keys(input).length > 0;
  return writeFrontMatter({ 'promptory.title': title, ...(hasInput ? { input } : {}) }, `${template}\n`);
}

function templateOf(text: string): string {
  const messages = messagesOf(text);
  if (messages === null) return withEdges(handlebars(text));
  return messages
    .map(({ role, content }) => `{{role "${role === 'assistant' ? 'model' : role}"}}\n${handlebars(content)}`)
    .join('\n\n');
}

/** Is filled in as nothing, since no variable has this name. */
const nothing = '{{this.[ ]}}';

/** The package trims a template. */
function withEdges(template: string): string {
  const before = /^\s/.test(template) ? nothing : '';
  return `${before}${template}${/\s$/.test(template) ? nothing : ''}`;
}

/**
 * Writes variables as expressions and keeps everything else as text. A backslash before two braces does that. Where one
 * stands there already, nothing is filled in between; a brace beside an expression is parted from it by a space, which the
 * expression takes away.
 */
function handlebars(text: string): string {
  let template = '';
  const pieces = textPiecesOf(text);
  for (const [index, { kind, text: piece }] of pieces.entries()) {
    const before = pieces[index - 1]?.text;
    const after = pieces[index + 1]?.text;
    if (kind === 'literal') {
      template = withLiteral(template, piece, after !== undefined);
      continue;
    }
    const isParted = before?.endsWith('{') === true && template.endsWith(parted);
    const close = after?.startsWith('}') === true ? '~}} ' : '}}';
    const path = pathOf(piece);
    template = isParted ? `${template}{{~${path}${close}` : withExpression(template, `{{${path}${close}`);
  }
  return template;
}

const parted = '{ ';

function withLiteral(before: string, literal: string, isFollowed: boolean): string {
  let template = before;
  let end = 0;
  for (const { index } of literal.matchAll(/\{(?=\{|$)/g)) {
    if (index < end) continue;
    template += literal.slice(end, index);
    if (index === literal.length - 1) return template + (isFollowed ? parted : '{');
    if (template.endsWith('\\')) template = withExpression(template, nothing);
    template += '\\{{';
    end = index + 2;
  }
  return template + literal.slice(end);
}

/** Backslashes directly before an expression need one more, so that the last of them does not escape it. */
function withExpression(template: string, expression: string): string {
  return template.endsWith('\\') ? `${template}\\${expression}` : template + expression;
}

const simpleName = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** Helpers and words of the template language. */
const ownWords = new Set([
  ...[
    'json',
    'role',
    'history',
    'section',
    'media',
    'ifEquals',
    'unlessEquals',
    'if',
    'unless',
    'each',
    'with',
  ],
  ...[
    'lookup',
    'log',
    'helperMissing',
    'blockHelperMissing',
    'else',
    'true',
    'false',
    'null',
    'undefined',
    'this',
    'as',
  ],
]);

function pathOf(name: string): string {
  return simpleName.test(name) && !ownWords.has(name) ? name : `this.[${name}]`;
}
