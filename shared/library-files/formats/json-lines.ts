import { message } from '#shared/language/message.ts';
import { bounds } from '../bounds.ts';
import { joined, piecesOf, tooLarge } from '../bytes.ts';
import { FileRefused, type InputFile, type Reason } from '../files.ts';

export type JsonLine =
  | { readonly line: number; readonly ok: true; readonly value: unknown }
  | { readonly line: number; readonly ok: false; readonly isText: boolean; readonly reason: Reason };

const lineEnd = 0x0a;

/**
 * Yields the value of each line that is not blank; a line that is no JSON, or no UTF-8, is named, and the others are read.
 * Throws `FileRefused` for a file of more than `most` bytes.
 */
export async function* readJsonLines(file: InputFile, most: number): AsyncGenerator<JsonLine> {
  let line = 0;
  let size = 0;
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const piece of piecesOf(file)) {
    size += piece.length;
    if (size > most) throw tooLarge(most);
    let from = 0;
    for (let end = piece.indexOf(lineEnd); end >= 0; end = piece.indexOf(lineEnd, from)) {
      line += 1;
      const last = piece.subarray(from, end);
      yield* lineValue(joined([...waiting, last], length + last.length), line);
      from = end + 1;
      waiting = [];
      length = 0;
    }
    // A reader may use its memory again.
    waiting.push(piece.slice(from));
    length += piece.length - from;
    if (length > bounds.rowBytes) {
      throw new FileRefused({ sentence: message('A row of this table is too long.') });
    }
  }
  yield* lineValue(joined(waiting, length), line + 1);
}

function* lineValue(bytes: Uint8Array, line: number): Generator<JsonLine> {
  let text: string;
  try {
    // A mark at the beginning of the file belongs to the file, not to its first line.
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    yield { line, ok: false, isText: false, reason: { sentence: message('This line is not UTF-8 text.') } };
    return;
  }
  if (text.trim() === '') return;
  try {
    yield { line, ok: true, value: JSON.parse(text) };
  } catch {
    yield { line, ok: false, isText: true, reason: { sentence: message('This line is not JSON.') } };
  }
}
