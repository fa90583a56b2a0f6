/**
 * Reads a template of Jinja (jinja.palletsprojects.com/templates) as a text: variables, defaults, texts in quotes, raw
 * parts and comments have an equal here. Statements, other filters and expressions stay as they are, and are named.
 */
import {
  type ReadTemplate,
  readTemplate,
  type Tag,
  type TrimmedPiece,
  tagsOf,
  trimmed,
  withDefault,
} from './pieces.ts';

const closes: Readonly<Record<string, string>> = { '{{': '}}', '{%': '%}', '{#': '#}' };

export function fromJinja(template: string): ReadTemplate {
  return readTemplate(trimmed(Array.from(jinjaTags(template), pieceOf)));
}

const rawOpening = /\{%[-+]?\s*raw\s*[-+]?%\}/;
const endOfRaw = /\{%[-+]?\s*endraw\s*[-+]?%\}$/;
const rawClosing = /\{%[-+]?\s*endraw\s*[-+]?%\}/g;

/** A raw part is one tag, whatever is in it: `{% raw %}{{{% endraw %}` has no other one. */
export function jinjaTags(template: string): Generator<Tag> {
  const usual = '{% endraw %}';
  let isEnded = true;
  return tagsOf(template, {
    opens: new RegExp(`${rawOpening.source}|\\{[{%#]`),
    closeOf(open, at) {
      const close = closes[open];
      if (close !== undefined || !isEnded) return close ?? usual;
      rawClosing.lastIndex = at;
      const found = rawClosing.exec(template)?.[0];
      isEnded = found !== undefined;
      return found ?? usual;
    },
  });
}

/** Returns `for` of `{% for item in items %}`; '' for what is no statement. */
export function statementOf({ open, text }: Tag): string {
  return open === '{%' ? (/^\{%[-+]?\s*(\w+)/.exec(text)?.[1] ?? '') : '';
}

const name = String.raw`[\p{L}_][\p{L}\p{N}_]{0,99}(?:\.[\p{L}_][\p{L}\p{N}_]{0,99}){0,9}`;
const quoted = String.raw`'([^'\\\n]*)'|"([^"\\\n]*)"`;
const variable = new RegExp(`^${name}$`, 'u');
const defaulted = new RegExp(
  String.raw`^(${name})\s*\|\s*(?:default|d)\(\s*(?:${quoted}|(-?\d+(?:\.\d+)?))\s*(?:,\s*(?:boolean\s*=\s*)?[Tt]rue\s*)?\)$`,
  'u',
);
const text = new RegExp(`^(?:${quoted})$`);

function pieceOf({ open, text: code }: Tag): TrimmedPiece {
  if (open === '') return { piece: { kind: 'literal', text: code } };
  if (closes[open] === undefined)
    return { piece: { kind: 'raw', text: code.slice(open.length).replace(endOfRaw, '') } };
  const inside = code.slice(2, -2);
  const trims = { trimsBefore: /^-/.test(inside), trimsAfter: /-$/.test(inside) };
  const expression = inside.replace(/^[-+]/, '').replace(/[-+]$/, '').trim();
  if (open === '{#') return { piece: { kind: 'comment', text: expression }, ...trims };
  if (open === '{{') {
    const [, first, second] = text.exec(expression) ?? [];
    if (first !== undefined || second !== undefined)
      return { piece: { kind: 'raw', text: first ?? second ?? '' }, ...trims };
    const written = writtenVariable(expression, { code, isPlain: !trims.trimsBefore && !trims.trimsAfter });
    if (written !== null) return { piece: { kind: 'variable', ...written }, ...trims };
  }
  return { piece: { kind: 'foreign', text: code } };
}

/** A variable that is one here too stays to the byte. */
function writtenVariable(
  expression: string,
  { code, isPlain }: { code: string; isPlain: boolean },
): { name: string; text: string } | null {
  if (variable.test(expression)) {
    const isOneHere = isPlain && !/[\r\n+]/.test(code);
    return { name: expression, text: isOneHere ? code : `{{${expression}}}` };
  }
  const [, of, first, second, number] = defaulted.exec(expression) ?? [];
  if (of === undefined) return null;
  const written = withDefault(of, first ?? second ?? number ?? '');
  return written === null ? null : { name: of, text: written };
}
