/** Turns the templates of other tools into texts of this app, so that the same variables are filled in. */
import { message } from '#shared/language/message.ts';
import { findMarks } from '#shared/templates/marks.ts';
import type { Reason } from '../../files.ts';

export type Converted = { text: string; remarks: Reason[] };

type Piece = { kind: 'literal' | 'variable'; text: string };

/** Reads a format string of Python as LangChain does: `{name}` is a variable, and doubled braces are one. */
export function fromFString(template: string): Converted {
  const pieces: Piece[] = [];
  let hasFormat = false;
  let end = 0;
  for (const { 0: found, 1: name, 2: format, index } of template.matchAll(
    /\{\{|\}\}|\{([\p{L}_][\p{L}\p{N}_]*)((?:![rsa])?(?::[^{}]*)?)\}/gu,
  )) {
    pieces.push({ kind: 'literal', text: template.slice(end, index) });
    end = index + found.length;
    if (name === undefined) pieces.push({ kind: 'literal', text: found[0] ?? '' });
    else pieces.push({ kind: 'variable', text: name });
    hasFormat ||= format !== undefined && format !== '';
  }
  pieces.push({ kind: 'literal', text: template.slice(end) });
  const { text, remarks } = written(pieces.filter((piece) => piece.text !== ''));
  const lost: Reason = {
    sentence: message('The format of a value, as in "{example}", is not imported.'),
    values: { example: '{x:.2f}' },
  };
  return { text, remarks: hasFormat ? [...remarks, lost] : remarks };
}

/** Mustache writes a variable as this app does; one that is not escaped has a brace more, or an ampersand. */
export function fromMustache(template: string): Converted {
  const text = template
    .replace(/\{\{\{\s*([\p{L}_][\p{L}\p{N}_.-]*)\s*\}\}\}/gu, '{{$1}}')
    .replace(/\{\{&\s*([\p{L}_][\p{L}\p{N}_.-]*)\s*\}\}/gu, '{{$1}}');
  return { text, remarks: [] };
}

/** Joins the pieces; what would be a variable here and is none there gets a backslash, which stays in the text. */
function written(pieces: readonly Piece[]): Converted {
  let text = '';
  const variables = new Set<number>();
  for (const [index, piece] of pieces.entries()) {
    if (piece.kind === 'variable') variables.add(text.length);
    // Three braces would be text.
    const isBraced = text.endsWith('{') || pieces[index + 1]?.text.startsWith('}') === true;
    const variable = isBraced ? `$${'{'}${piece.text}}` : `{{${piece.text}}}`;
    text += piece.kind === 'variable' ? variable : piece.text;
  }
  const marks = findMarks(text).filter(({ kind }) => kind === 'variable' || kind === 'snippet');
  const others = marks.filter(({ start }) => !variables.has(start)).map(({ start }) => start);
  const known = marks.length - others.length;
  const remarks: Reason[] = [];
  if (others.length > 0) {
    remarks.push({
      sentence: message('Braces that are not variables get a backslash before them.'),
    });
  }
  if (known < variables.size) {
    remarks.push({ sentence: message('A variable inside of code stays plain text in Promptory.') });
  }
  let escaped = '';
  let end = 0;
  for (const start of others) {
    escaped += `${text.slice(end, start)}\\`;
    end = start;
  }
  return { text: escaped + text.slice(end), remarks };
}
