import { message } from '#shared/language/message.ts';
import { bounds } from '../bounds.ts';
import { FileRefused, type Reason } from '../files.ts';

export type JsonLine =
  | { readonly line: number; readonly ok: true; readonly value: unknown }
  | { readonly line: number; readonly ok: false; readonly reason: Reason };

/** Yields the value of each line that is not blank; a line that is no JSON is named, and the others are read. */
export async function* readJsonLines(pieces: AsyncIterable<string>): AsyncGenerator<JsonLine> {
  let line = 0;
  let waiting: string[] = [];
  let length = 0;
  for await (const piece of pieces) {
    let from = 0;
    for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', from)) {
      line += 1;
      yield* lineValue(waiting.join('') + piece.slice(from, end), line);
      from = end + 1;
      waiting = [];
      length = 0;
    }
    waiting.push(piece.slice(from));
    length += piece.length - from;
    if (length > bounds.rowBytes) {
      throw new FileRefused({ sentence: message('A row of this table is too long.') });
    }
  }
  yield* lineValue(waiting.join(''), line + 1);
}

function* lineValue(text: string, line: number): Generator<JsonLine> {
  if (text.trim() === '') return;
  try {
    yield { line, ok: true, value: JSON.parse(text) };
  } catch {
    yield { line, ok: false, reason: { sentence: message('This line is not JSON.') } };
  }
}
