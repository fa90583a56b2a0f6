import { lineTokenizer, wordTokenizer } from './tokenizers.ts';

/**
 * A text as lines that can be shown: with their terminators, and a very long one in several pieces. Joined together
 * they are the text.
 */
export type ShownLines = {
  /** The start of each one, and last the end of the text, in UTF-16 units. */
  readonly starts: Int32Array<ArrayBuffer>;
  /** The number of each line in its text, from 1; 0 where a long line goes on. */
  readonly numbers: Int32Array<ArrayBuffer>;
};

/** UTF-16 units. A longer line is cut, between words if it can be: no browser lays out a megabyte in one moment. */
const shortestPiece = 2048;
const longestPiece = 4096;

export function shownLines(text: string): ShownLines {
  const lines = lineTokenizer();
  const endOfPiece = pieceEnds();
  const starts: number[] = [];
  const numbers: number[] = [];
  let line = 0;
  for (let at = 0; at < text.length; ) {
    const end = lines.endAt(text, at);
    line += 1;
    numbers.push(line);
    while (at < end) {
      starts.push(at);
      at = end - at > shortestPiece ? endOfPiece(text, at, end) : end;
      if (at < end) numbers.push(0);
    }
  }
  starts.push(text.length);
  return { starts: Int32Array.from(starts), numbers: Int32Array.from(numbers) };
}

/** Cuts where the last few units alone say so: an edit moves no piece but its own. */
function pieceEnds(): (text: string, from: number, lineEnd: number) => number {
  const words = wordTokenizer();
  return (text, from, lineEnd) => {
    const most = Math.min(lineEnd, from + longestPiece);
    let last = 0;
    for (let end = from + shortestPiece; end < most; end += 1) {
      last = (last << 5) ^ text.charCodeAt(end - 1);
      if (Math.imul(last, 0x9e3779b1) >>> 23 === 0 && words.startsAt(text, end)) return end;
    }
    // A terminator and a surrogate pair stay whole.
    if (lineEnd - most <= 2) return lineEnd;
    const isPair = isIn(text, most - 1, 0xd800) && isIn(text, most, 0xdc00);
    return isPair ? most - 1 : most;
  };
}

function isIn(text: string, at: number, firstOfBlock: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= firstOfBlock && unit < firstOfBlock + 0x400;
}
