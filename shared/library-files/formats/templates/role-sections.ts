/**
 * Reads a template whose messages begin with a line that names their role, `system:` or `# user:`, as Prompty and Prompt
 * flow have it.
 */
import { message } from '#shared/language/message.ts';
import { chatFromMessages, type Message, type Role } from '#shared/templates/chat.ts';
import { linesOf } from '#shared/templates/lines.ts';
import type { Reason } from '../../files.ts';
import { placeRemark } from '../chat-text.ts';
import { fromHandlebars } from './handlebars.ts';
import { fromJinja, jinjaTags, statementOf } from './jinja.ts';
import type { ReadTemplate } from './pieces.ts';

export type TemplateLanguage = 'jinja' | 'handlebars';

const roleLine =
  /^[ \t]*#?[ \t]*(system|developer|user|assistant|function|tool)[ \t]*(\[[^\]\r\n]{0,300}\])?[ \t]*:[ \t]*$/i;
const longestRoleLine = 400;

const inBlocks: Reason = {
  sentence: message('Roles inside of a block of a template stay text: this prompt is no chat here.'),
};

/** Returns the text of a template, which is a chat if roles stand in it. */
export function fromSections(template: string, language: TemplateLanguage): ReadTemplate {
  if (language === 'handlebars') return asChat(fromHandlebars(template));
  const { text, names } = withPlaces(template);
  const read = fromJinja(text);
  const places = names.map(placeRemark);
  if (hasRoleInBlock(text)) return { ...read, remarks: [...read.remarks, ...places, inBlocks] };
  return asChat({ ...read, remarks: [...read.remarks, ...places] });
}

function asChat(read: ReadTemplate): ReadTemplate {
  const messages = messagesIn(read.text);
  return messages === null ? read : { ...read, text: chatFromMessages(messages) };
}

/** Returns the messages of a text with such lines, without blank lines at their edges; null for one without. */
export function messagesIn(text: string): Message[] | null {
  const starts = roleStarts(text);
  if (starts.length === 0) return null;
  const messages: Message[] = [];
  const before = withoutBlankEdges(text.slice(0, starts[0]?.start));
  if (before !== '') messages.push({ role: 'system', content: before });
  for (const [index, { role, next }] of starts.entries()) {
    messages.push({ role, content: withoutBlankEdges(text.slice(next, starts[index + 1]?.start)) });
  }
  return messages;
}

function roleStarts(text: string): { role: Role; start: number; next: number }[] {
  const starts: { role: Role; start: number; next: number }[] = [];
  for (const { start, end, next } of linesOf(text)) {
    if (end - start > longestRoleLine) continue;
    const role = roleIn(text.slice(start, end));
    if (role !== null) starts.push({ role, start, next });
  }
  return starts;
}

function roleIn(line: string): Role | null {
  switch (roleLine.exec(line)?.[1]?.toLowerCase()) {
    case 'system':
      return 'system';
    case 'developer':
      return 'developer';
    case 'user':
      return 'user';
    case 'assistant':
      return 'assistant';
    case 'function':
    case 'tool':
      return 'tool';
    default:
      return null;
  }
}

function withoutBlankEdges(text: string): string {
  let first = text.length;
  let last = 0;
  for (const { start, end } of linesOf(text)) {
    if (end === start) continue;
    first = Math.min(first, start);
    last = end;
  }
  return text.slice(first, Math.max(first, last));
}

type Loop = { readonly start: number; readonly variable: string };

/** A loop over the messages so far becomes a place for them: a message with a variable. */
function withPlaces(template: string): { text: string; names: string[] } {
  const names: string[] = [];
  let text = '';
  let end = 0;
  let loop: Loop | null = null;
  let depth = 0;
  for (const tag of jinjaTags(template)) {
    const word = statementOf(tag);
    if (word === 'for') {
      if (depth === 0) loop = { start: tag.start, variable: overHistory.exec(tag.text)?.[1] ?? '' };
      depth += 1;
    } else if (word === 'endfor' && depth > 0) {
      depth -= 1;
      const after = tag.start + tag.text.length;
      const isPlace = depth === 0 && loop !== null && loop.variable !== '';
      if (!isPlace || loop === null || roleStarts(template.slice(loop.start, after)).length === 0) continue;
      text += `${template.slice(end, loop.start)}user:\n{{${loop.variable}}}\n`;
      names.push(loop.variable);
      end = after;
    }
  }
  return { text: text + template.slice(end), names };
}

const overHistory = /\bin\s+(\w{0,80}(?:history|messages|conversation)\w{0,80})\s*[-+]?%\}$/i;

function hasRoleInBlock(template: string): boolean {
  let depth = 0;
  for (const tag of jinjaTags(template)) {
    const word = statementOf(tag);
    if (tag.open === '' && depth > 0 && roleStarts(tag.text).length > 0) return true;
    if (/^(for|if|macro|call|filter|block|with)$/.test(word)) depth += 1;
    else if (word.startsWith('end') && word !== 'endraw') depth = Math.max(0, depth - 1);
  }
  return false;
}
