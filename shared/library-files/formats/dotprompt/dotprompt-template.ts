/**
 * Writes a text as a template of dotprompt, and reads one.
 *
 * 1. What is written is filled in there as the text is here, except that blank lines at the edges of a chat's messages may
 *    be more or fewer.
 * 2. A template that is read stays as it is, except that `{{role "system"}}` becomes a line `--- system ---` where every
 *    role of it stands outside of blocks; of the blank lines around a role, one line break counts as the layout.
 */
import { isBlank } from '#shared/model/text.ts';
import { chatFromMessages, type Message, messagesOf, type Role } from '#shared/templates/chat.ts';
import { textPiecesOf } from '../exported-prompt.ts';

/** Returns a text as the template that dotprompt fills in as it is filled in here. */
export function templateOf(text: string): string {
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

const roles: Readonly<Record<string, Role>> = {
  ...{
    system: 'system',
    developer: 'developer',
    user: 'user',
    assistant: 'assistant',
    model: 'assistant',
    tool: 'tool',
  },
};

/** Returns the text for a template. */
export function textOfTemplate(template: string): string {
  return chatOf(template) ?? template;
}

/** Returns a template with roles as a chat, or null if it has none, or has what a chat cannot have. */
function chatOf(template: string): string | null {
  if (/\{\{~?\s*[#^/]|\{\{~?\s*(else|history)\b/.test(template)) return null;
  const messages: Message[] = [];
  let role: Role | null = null;
  let end = 0;
  for (const found of template.matchAll(/(?<!\\)\{\{\s*role\s+(["'])([a-z]+)\1\s*\}\}/g)) {
    const next = roles[found[2] ?? ''];
    const before = template.slice(end, found.index);
    if (next === undefined) return null;
    if (role !== null) messages.push({ role, content: withoutLayout(before) });
    else if (!isBlank(before)) messages.push({ role: 'user', content: withoutLayout(before) });
    role = next;
    end = found.index + found[0].length;
  }
  if (role === null) return null;
  messages.push({ role, content: withoutLayout(template.slice(end)) });
  return chatFromMessages(messages.filter(({ content }) => content !== ''));
}

function withoutLayout(text: string): string {
  return text.replace(/^[ \t]*\r?\n|^[ \t]+/, '').replace(/(\r?\n)?\r?\n$/, '');
}
