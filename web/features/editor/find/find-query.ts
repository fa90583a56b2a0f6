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

const syntaxCharacters = /[\\^$.*+?()[\]{}|/]/g;
const wordCharacter = '[\\p{L}\\p{N}\\p{M}_]';

/**
 * Returns the pattern that finds what a query asks for; its flag `g` is set. Patterns are those of JavaScript with the
 * flag `u`, but `^`, `$` and `\n` mean the lines of the editor, which end with LF, CR LF or CR and nothing else, and
 * braces that count nothing stand for themselves, as in {{topic}}.
 */
export function patternOf({ text, matchCase, wholeWords, isPattern }: FindQuery): ReadPattern {
  const source = isPattern ? patternSource(text) : text.replace(syntaxCharacters, '\\$&');
  try {
    // By itself first: what is put around it must not complete it.
    new RegExp(source, 'u');
    return { pattern: new RegExp(wholeWords ? wholeWord(source) : source, matchCase ? 'gu' : 'giu') };
  } catch (error) {
    return { invalid: error instanceof SyntaxError ? reasonOf(error.message) : '' };
  }
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
