/** UTF-16 units; a piece is laid out in a few milliseconds. */
export const pieceLength = 16_000;

/**
 * A text in pieces that are drawn as blocks one under the other, made one at a time as they are asked for; joined they
 * are the text. They end with a line: at the end of a block a browser draws nothing for a line end. A line that is longer
 * than a piece is cut where the piece ends, between characters.
 */
export function* textPieces(text: string, length: number = pieceLength): Generator<string, void> {
  for (const piece of cutPieces(text, length)) {
    if (piece.length > intricateLength && isSlowToLayOut(piece)) yield* cutPieces(piece, intricateLength);
    else yield piece;
  }
}

const intricateLength = 1_000;

/**
 * Returns true if some word takes a browser time in the square of its length: one of thousands of combining marks, or
 * of joined letters, which are shaped anew at every line end. 16,000 of them take it half a second.
 */
export function isSlowToLayOut(text: string): boolean {
  for (const word of text.matchAll(longWord)) if (joinedLetter.test(word[0])) return true;
  return false;
}

const longWord = /(?<!\S)\S{2000,}/g;
/** From the combining marks through Arabic, the Indic scripts and Mongolian, and the marks for symbols. */
const joinedLetter = /[\u0300-\u1fff\u20d0-\u20ff]/;

function* cutPieces(text: string, length: number): Generator<string, void> {
  let start = 0;
  while (text.length - start > length) {
    const lineEnd = text.lastIndexOf('\n', start + length - 1);
    if (lineEnd >= start) {
      yield text.slice(start, lineEnd + 1);
      start = lineEnd + 1;
    } else {
      const end = start + length - (isFirstHalf(text.charCodeAt(start + length - 1)) ? 1 : 0);
      yield text.slice(start, end);
      start = end;
    }
  }
  yield text.slice(start);
}

function isFirstHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
