import { composable } from '#shared/text/fold-text.ts';

/** Describes the text to look for, and how. */
export type FindQuery = {
  readonly text: string;
  readonly matchCase: boolean;
  readonly wholeWords: boolean;
  readonly isPattern: boolean;
};

/** A pattern, or why there is none. */
export type ReadPattern =
  | { readonly pattern: RegExp }
  /** The engine's own sentence about it, such as "Unterminated group". */
  | { readonly invalid: string };

/** Returns the query that finds any of these words; one word is looked for as it is. */
export function queryOfWords(words: readonly string[]): FindQuery {
  const plain = { matchCase: false, wholeWords: false };
  const [only = ''] = words;
  if (words.length < 2) return { ...plain, text: only, isPattern: false };
  const text = words.map((word) => word.replace(syntaxCharacters, '\\$&')).join('|');
  return { ...plain, text, isPattern: true };
}

const syntaxCharacters = /[\\^$.*+?()[\]{}|/]/g;
const wordCharacter = '[\\p{L}\\p{N}\\p{M}_]';

/**
 * Returns the pattern that finds what a query asks for; its flag `g` is set. Patterns are those of JavaScript with the
 * flag `u`, but `^`, `$` and `\n` mean the lines of the editor, which end with LF, CR LF or CR and nothing else, and
 * braces that count nothing stand for themselves, as in {{topic}}.
 */
export function patternOf({ text, matchCase, wholeWords, isPattern }: FindQuery): ReadPattern {
  const source = isPattern ? patternSource(text) : plainSource(text);
  try {
    // By itself first: what is put around it must not complete it.
    new RegExp(source, 'u');
    return { pattern: new RegExp(wholeWords ? wholeWord(source) : source, matchCase ? 'gu' : 'giu') };
  } catch (error) {
    return { invalid: error instanceof SyntaxError ? reasonOf(error.message) : '' };
  }
}

/** Returns a pattern for the very characters of a text, each in any of its Unicode forms. */
function plainSource(text: string): string {
  return text.replace(composable, (character) => {
    const forms = formsOf(character).map((form) => form.replace(syntaxCharacters, '\\$&'));
    return forms.length === 1 ? (forms[0] ?? '') : `(?:${forms.join('|')})`;
  });
}

/** Returns the canonical twins of a character: composed, taken apart in either order, and composed but for one mark. */
function formsOf(character: string): string[] {
  const composed = character.normalize('NFC');
  const [base = '', ...marks] = character.normalize('NFD');
  if (marks.length === 0 && composed === character) return [character];
  const partly = marks.map(
    (mark, index) => (base + marks.toSpliced(index, 1).join('')).normalize('NFC') + mark,
  );
  const forms = [composed, base + marks.join(''), base + marks.toReversed().join(''), character, ...partly];
  return [...new Set(forms.filter((form) => form.normalize('NFC') === composed))];
}

/** Allows no letter or digit beside one with which a match begins or ends. */
function wholeWord(source: string): string {
  const begin = `(?:(?<!${wordCharacter})|(?!${wordCharacter}))`;
  const end = `(?:(?!${wordCharacter})|(?<!${wordCharacter}))`;
  return `${begin}(?:${source})${end}`;
}

/** Chromium and Gecko put the pattern before the reason, and a person has just written it. */
function reasonOf(message: string): string {
  return message.slice(message.lastIndexOf(': ') + 1).trim();
}

const lineBegin = '(?:(?<![^\\r\\n])(?<!\\r(?=\\n)))';
const lineEnd = '(?:(?![^\\r\\n])(?<!\\r(?=\\n)))';
const lineBreak = '(?:\\r\\n|\\n)';
const quantifier = /\{\d+(?:,\d*)?\}/y;
const escaped = /\\(?:u\{[^}]*\}|[pP]\{[^}]*\}|k<[^>]*>|[\s\S]?)/y;
/** After a backslash these mean something; any other character stands for itself. */
const meaningful = /^\\(?:[\w^$\\.*+?()[\]{}|/]|$)/;

/** Returns a pattern as the flag `u` wants it. */
function patternSource(text: string): string {
  let source = '';
  let isInClass = false;
  for (let at = 0; at < text.length; ) {
    const piece = pieceAt(text, at);
    source += isInClass ? classPiece(piece) : outerPiece(piece);
    if (piece === '[') isInClass = true;
    else if (piece === ']') isInClass = false;
    at += piece.length;
  }
  return source;
}

/** An escape, a quantifier in braces, or a character. */
function pieceAt(text: string, at: number): string {
  const sticky = text[at] === '\\' ? escaped : text[at] === '{' ? quantifier : null;
  if (sticky === null) return text.charAt(at);
  sticky.lastIndex = at;
  return sticky.exec(text)?.[0] ?? text.charAt(at);
}

function outerPiece(piece: string): string {
  switch (piece) {
    case '^':
      return lineBegin;
    case '$':
      return lineEnd;
    case '\\n':
      return lineBreak;
    case '{':
    case '}':
      return `\\${piece}`;
    default:
      return piece.startsWith('\\') && !meaningful.test(piece) ? piece.slice(1) : piece;
  }
}

function classPiece(piece: string): string {
  if (piece === '\\-' || !piece.startsWith('\\') || meaningful.test(piece)) return piece;
  return piece.slice(1);
}
