/** Writes a text with variables as a form of espanso (espanso.org/docs/matches/forms), and reads one as a text. */
import { z } from 'zod';
import type { Field } from '#shared/templates/variable-syntax.ts';
import { variableMarks } from '#shared/templates/variables.ts';
import { withDefault } from '../templates/pieces.ts';

type Fields = Readonly<Record<string, unknown>>;

/** `fields`: null for a text without variables, which is no form. */
export type Form = { readonly text: string; readonly fields: Record<string, unknown> | null };

export function formOf(text: string): Form {
  const marks = variableMarks(text);
  if (marks.length === 0) return { text: escaped(text), fields: null };
  const fields: Record<string, unknown> = Object.create(null);
  let form = '';
  let end = 0;
  for (const { start, end: next, name, field } of marks) {
    form += `${escaped(text.slice(end, start))}[[${name}]]`;
    end = next;
    fields[name] ??= field === null ? {} : fieldOf(field);
  }
  return { text: form + escaped(text.slice(end)), fields: { ...fields } };
}

function fieldOf(field: Field): Record<string, unknown> {
  const usual = field.default === null ? {} : { default: field.default };
  if (field.type === 'select') return { type: 'choice', values: field.options, ...usual };
  return { ...(field.type === 'textarea' ? { multiline: true } : {}), ...usual };
}

/** Two braces begin a variable of espanso. */
function escaped(text: string): string {
  return text.replace(/\{\{/g, '\\{\\{').replace(/\}\}/g, '\\}\\}');
}

const Choice = z.looseObject({
  type: z.unknown().optional(),
  values: z
    .union([z.array(z.unknown()), z.string().transform((list) => list.trim().split(/\r?\n/))])
    .optional()
    .catch(undefined),
  default: z.unknown().optional(),
  multiline: z.unknown().optional(),
});

/** `fields`: those of a form; null for a text that is none. */
export function fromForm(form: string, fields: Fields | null): string {
  const plain = form.replace(/\\\{\\\{/g, '{{').replace(/\\\}\\\}/g, '}}');
  if (fields === null) return plain;
  const seen = new Set<string>();
  return plain.replace(/\[\[([\p{L}_][\p{L}\p{N}_. -]{0,99})\]\]/gu, (_, name: string) => {
    const isFirst = !seen.has(name);
    seen.add(name);
    return isFirst ? declared(name, Object.hasOwn(fields, name) ? fields[name] : {}) : `{{${name}}}`;
  });
}

function declared(name: string, field: unknown): string {
  const { values, default: usual, multiline } = Choice.safeParse(field).data ?? {};
  const texts = (values ?? []).map(String);
  const kind =
    texts.length > 0 && texts.every((text) => !/[\r\n]/.test(text) && text === text.trim() && text !== '')
      ? ` | select: ${texts.map((text) => text.replace(/[\\{}|,]/g, '\\$&')).join(', ')}`
      : multiline === true
        ? ' | textarea'
        : '';
  const written = typeof usual === 'string' ? withDefault(name, usual) : null;
  const ending = written === null ? '' : written.slice(`{{${name}`.length, -2);
  return `{{${name}${kind}${ending}}}`;
}
