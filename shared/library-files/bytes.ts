/** Reads files as bytes and as exact text, in bounded memory. */
import { message } from '#shared/language/message.ts';
import { FileRefused, type InputFile } from './files.ts';

const encoder = new TextEncoder();

export function utf8(text: string): Uint8Array {
  return encoder.encode(text);
}

/** Returns the bytes of a file; throws `FileRefused` where they are more than `most`. */
export async function bytesOf(file: InputFile, most: number): Promise<Uint8Array> {
  if (file.size > most) throw tooLarge(most);
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of piecesOf(file)) {
    length += piece.length;
    if (length > most) throw tooLarge(most);
    pieces.push(piece);
  }
  return joined(pieces, length);
}

/** Throws `FileRefused` also where the disk does not give the bytes: that file is named, and the others are read. */
export async function* piecesOf(file: InputFile): AsyncGenerator<Uint8Array> {
  try {
    yield* file.stream();
  } catch (failure) {
    throw failure instanceof FileRefused ? failure : unreadable();
  }
}

export function unreadable(): FileRefused {
  return new FileRefused({ sentence: message('This file could not be read.') });
}

/** Returns the text of a file, with a byte order mark at its beginning if it has one. */
export async function textOf(file: InputFile, most: number): Promise<string> {
  return decoded(await bytesOf(file, most));
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw notUtf8();
  }
}

export function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** Yields the text of a file in pieces, without a byte order mark at its beginning. */
export async function* textPieces(file: InputFile, most: number): AsyncGenerator<string> {
  if (file.size > most) throw tooLarge(most);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let length = 0;
  for await (const piece of piecesOf(file)) {
    length += piece.length;
    if (length > most) throw tooLarge(most);
    yield decodedBy(() => decoder.decode(piece, { stream: true }));
  }
  yield decodedBy(() => decoder.decode());
}

export async function collected(content: Uint8Array | AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  if (content instanceof Uint8Array) return content;
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of content) {
    pieces.push(piece);
    length += piece.length;
  }
  return joined(pieces, length);
}

export function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = pieces;
  if (pieces.length === 1 && first !== undefined) return first;
  const all = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

function decodedBy(decode: () => string): string {
  try {
    return decode();
  } catch {
    throw notUtf8();
  }
}

function notUtf8(): FileRefused {
  return new FileRefused({
    sentence: message('This file is not UTF-8 text. Save it as UTF-8 and try again.'),
  });
}

export function tooLarge(most: number): FileRefused {
  const megabytes = Math.max(1, Math.floor(most / 1024 / 1024));
  return new FileRefused({
    sentence: message('This file is larger than {megabytes, number} MB, the most that is read of its kind.'),
    values: { megabytes },
  });
}
