import { pieceLength, textPieces } from '#shared/text/text-pieces.ts';

/** Deeper than this, a line moves no further to the right: what would be drawn would be mostly blanks. */
const deepestIndent = 40;

/**
 * Valid JSON, indented by two blanks, in pieces of whole lines without the line end of the last. Words are moved, never rewritten:
 * parsing and printing would round long numbers, sort keys and drop those that are there twice.
 */
export function* jsonPieces(text: string, length: number = pieceLength): Generator<string, void> {
  let piece = '';
  let depth = 0;
  for (const token of tokensOf(text)) {
    if (token === '}' || token === ']') depth -= 1;
    const breaksBefore = token === '}' || token === ']';
    if (breaksBefore) {
      if (piece.length >= length) {
        yield piece;
        piece = blanks(depth);
      } else piece += `\n${blanks(depth)}`;
    }
    piece += token === ':' ? ': ' : token;
    if (token === '{' || token === '[') depth += 1;
    if (token !== '{' && token !== '[' && token !== ',') continue;
    if (piece.length >= length) {
      yield piece;
      piece = blanks(depth);
    } else piece += `\n${blanks(depth)}`;
  }
  yield piece;
}

/** Returns the same pieces, none much longer than `length`: a text inside that is longer is cut like any long line. */
export function* shortJsonPieces(text: string, length: number = pieceLength): Generator<string, void> {
  for (const piece of jsonPieces(text, length)) {
    if (piece.length > 2 * length) yield* textPieces(piece, length);
    else yield piece;
  }
}

function blanks(depth: number): string {
  return '  '.repeat(Math.min(depth, deepestIndent));
}

/** Matches what is neither a text nor a blank. Brackets that hold nothing are one token. */
const plainToken = /\{\s*\}|\[\s*\]|[{}[\],:]|[^\s{}[\],:"]+/y;

function* tokensOf(text: string): Generator<string, void> {
  const plain = new RegExp(plainToken);
  let at = 0;
  while (at < text.length) {
    if (text[at] === '"') {
      const end = endOfString(text, at);
      yield text.slice(at, end);
      at = end;
      continue;
    }
    plain.lastIndex = at;
    const found = plain.exec(text)?.[0];
    at += found?.length ?? 1;
    if (found !== undefined) yield /^[{[]\s/.test(found) ? `${found[0]}${found.at(-1)}` : found;
  }
}

/** By hand: an expression for it runs out of room where one text is megabytes long. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}
