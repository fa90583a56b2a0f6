/**
 * Reads a template of Handlebars (handlebarsjs.com/guide) or Mustache as a text: variables and comments have an equal
 * here. Blocks, helpers and partials stay as they are, and are named.
 */
import { type ReadTemplate, readTemplate, type Tag, type TrimmedPiece, tagsOf, trimmed } from './pieces.ts';

export function fromHandlebars(template: string): ReadTemplate {
  const tags = tagsOf(template, { opens: /\\?\{\{\{?(?:~?!(?:--)?)?/, closeOf });
  return readTemplate(trimmed(Array.from(tags, pieceOf)));
}

function closeOf(open: string): string {
  if (open.endsWith('--')) return '--}}';
  return open.startsWith('{{{') ? '}}}' : '}}';
}

const name = /^(?:this\.)?([\p{L}_][\p{L}\p{N}_-]{0,99}(?:\.[\p{L}_][\p{L}\p{N}_-]{0,99}){0,9})$/u;
const bracketed = /^this\.\[([\p{L}_][\p{L}\p{N}_ -]{0,99})\]$/u;
const words = new Set(['else', 'this', 'true', 'false', 'null', 'undefined', 'history']);

function pieceOf({ open, text }: Tag): TrimmedPiece {
  // A backslash keeps the braces as text in both.
  if (open === '' || open.startsWith('\\')) return { piece: { kind: 'literal', text } };
  const isTriple = open.startsWith('{{{');
  const inside = isTriple ? text.slice(3, -3) : text.slice(2, -2);
  const trims = { trimsBefore: inside.startsWith('~'), trimsAfter: inside.endsWith('~') };
  const expression = inside.replace(/^~/, '').replace(/~$/, '').trim();
  if (expression.startsWith('!')) {
    return { piece: { kind: 'comment', text: expression.replace(/^!(--)?|--$/g, '') }, ...trims };
  }
  const found = nameIn(expression.replace(/^&\s*/, ''));
  if (found === null || words.has(found)) return { piece: { kind: 'foreign', text } };
  const isOneHere = expression === found && !isTriple && !/[~\r\n]/.test(text);
  return { piece: { kind: 'variable', name: found, text: isOneHere ? text : `{{${found}}}` }, ...trims };
}

function nameIn(expression: string): string | null {
  return name.exec(expression)?.[1] ?? bracketed.exec(expression)?.[1] ?? null;
}
