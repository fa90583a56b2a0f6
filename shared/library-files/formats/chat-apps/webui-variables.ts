/**
 * Reads and writes the variables of Open WebUI's prompts (docs.openwebui.com/features/ai-knowledge/prompts), which have a
 * type and properties: `{{tone | select:options=["warm","plain"]:default="warm"}}`.
 */
import type { Field } from '#shared/templates/variable-syntax.ts';
import { variableMarks } from '#shared/templates/variables.ts';
import { type ReadTemplate, readTemplate, type TemplatePiece, tagsOf } from '../templates/pieces.ts';

const types = new Set(['text', 'textarea', 'number', 'date', 'select']);
const longestVariable = 2000;
const property = /:([a-z]{1,20})(?:=("(?:[^"\\]|\\.)*"|\[[^\]]*\]|[^:\s]*))?/g;

export function fromWebui(content: string): ReadTemplate {
  const tags = tagsOf(content, { opens: /\{\{/, closeOf: () => '}}' });
  return readTemplate(Array.from(tags, pieceOf));
}

function pieceOf({ open, text }: { open: string; text: string }): TemplatePiece {
  if (open === '') return { kind: 'literal', text };
  if (text.length > longestVariable) return { kind: 'foreign', text };
  const [first = '', ...rest] = text.slice(2, -2).split('|');
  const name = first.trim();
  const input = rest.join('|').trim();
  if (!/^[\p{L}_][\p{L}\p{M}\p{N}_. -]{0,99}$/u.test(name)) return { kind: 'foreign', text };
  if (input === '') return { kind: 'variable', name, text };
  const written = writtenField(name, input);
  return written === null ? { kind: 'foreign', text } : { kind: 'variable', name, text: written };
}

function writtenField(name: string, input: string): string | null {
  const type = /^[a-z-]+/.exec(input)?.[0] ?? '';
  const after = input.slice(type.length);
  const properties = new Map(Array.from(after.matchAll(property), ([, key = '', value]) => [key, value]));
  const isKnown = [...properties.keys()].every((key) => /^(default|options|placeholder|required)$/.test(key));
  if (!types.has(type) || !isKnown || after.replace(property, '').trim() !== '') return null;
  const options = propertyIn(properties.get('options'));
  const list = Array.isArray(options) ? options.map(String) : [];
  if ((type === 'select') !== list.length > 0) return null;
  const usual = propertyIn(properties.get('default'));
  const all = usual === undefined ? list : [...list, String(usual)];
  if (all.some((each) => /[\r\n\u2028\u2029]/.test(each) || each !== each.trim())) return null;
  const kind =
    type === 'select' ? ` | select: ${list.map(escaped).join(', ')}` : type === 'text' ? '' : ` | ${type}`;
  return `{{${name}${kind}${usual === undefined ? '' : ` | default: ${escaped(String(usual))}`}}}`;
}

function propertyIn(written: string | undefined): unknown {
  if (written === undefined) return undefined;
  try {
    return JSON.parse(written);
  } catch {
    return written;
  }
}

function escaped(value: string): string {
  return value.replace(/[\\{}|,]/g, '\\$&');
}

/** Returns a text with its variables as Open WebUI asks for them. */
export function toWebui(text: string): string {
  let content = '';
  let end = 0;
  for (const { start, end: next, name, field } of variableMarks(text)) {
    content += `${text.slice(end, start)}{{${name}${field === null ? '' : inputOf(field)}}}`;
    end = next;
  }
  return content + text.slice(end);
}

function inputOf(field: Field): string {
  const options = field.type === 'select' ? `:options=${JSON.stringify(field.options)}` : '';
  const usual = field.default === null ? '' : `:default=${JSON.stringify(field.default)}`;
  return ` | ${field.type}${options}${usual}`;
}
