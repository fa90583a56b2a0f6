/** UTF-16 units; a piece is laid out in a few milliseconds. */
export const pieceLength = 16_000;

/**
 * A text in pieces that are drawn as blocks one under the other, made one at a time as they are asked for.
 * The line end that a cut falls on is left out: the block's own end stands for it. A line that is longer than
 * a piece is cut where the piece ends, between characters.
 */
export function* textPieces(text: string, length: number = pieceLength): Generator<string, void> {
  let start = 0;
  while (text.length - start > length) {
    const lineEnd = text.lastIndexOf('\n', start + length);
    if (lineEnd >= start) {
      yield text.slice(start, lineEnd);
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
