/**
 * Finds the items of a JSON list in its bytes, one after the other: a file of any size is read in portions, of which each
 * is one item.
 *
 * 1. Of an item its text is kept, and of one that is beyond a bound nothing: it is named by its reason, and what follows
 *    is read.
 * 2. What an item is, `JSON.parse` decides; here only strings, brackets and the commas between are known.
 */
import { message } from '#shared/language/message.ts';
import { piecesOf } from '../../bytes.ts';
import { FileRefused, type InputFile, type Reason } from '../../files.ts';

/** `index`: its place in the list, from 0 on. */
export type ArrayItem =
  | { readonly index: number; readonly ok: true; readonly value: unknown }
  | { readonly index: number; readonly ok: false; readonly reason: Reason };

/** Bounds of one item: its UTF-8 bytes, and how deep its lists and objects lie in each other. */
const itemBounds = { bytes: 32 * 1024 * 1024, depth: 200 } as const;

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openList, closeList, openMap, closeMap] = [0x5b, 0x5d, 0x7b, 0x7d];

type Bounds = { readonly bytes: number; readonly depth: number };

/** `onBytes`: called with the number of bytes of each piece that was read. Throws `FileRefused` where a file is no JSON list. */
export async function* arrayItems(
  file: InputFile,
  { bounds = itemBounds, onBytes }: { bounds?: Bounds; onBytes?: ((bytes: number) => void) | undefined } = {},
): AsyncGenerator<ArrayItem> {
  const scan = new ArrayScan(bounds);
  for await (const piece of piecesOf(file)) {
    yield* scan.push(piece);
    onBytes?.(piece.length);
  }
  scan.end();
}

class ArrayScan {
  readonly #bounds: Bounds;
  readonly #item: ItemText;
  #depth = 0;
  #deepest = 0;
  #isInString = false;
  #isEscaped = false;
  #hasEnded = false;
  #index = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
    this.#item = new ItemText(bounds.bytes);
  }

  *push(piece: Uint8Array): Generator<ArrayItem> {
    let from = 0;
    let at = this.#depth === 0 ? this.#outside(piece, 0) : 0;
    if (this.#depth > 0) from = at;
    while (at < piece.length && this.#depth > 0) {
      if (this.#isInString) {
        at = this.#endOfString(piece, at);
        continue;
      }
      const byte = piece[at] ?? 0;
      at += 1;
      if (byte === quote) this.#isInString = true;
      else if (byte === openList || byte === openMap) this.#open();
      else if (byte === closeList || byte === closeMap || (byte === comma && this.#depth === 1)) {
        if (this.#depth === 1) {
          this.#item.add(piece.subarray(from, at - 1));
          yield* this.#cut(byte);
          from = at;
        } else this.#depth -= 1;
      }
    }
    if (this.#depth > 0) this.#item.add(piece.subarray(from));
    else if (this.#hasEnded) this.#outside(piece, at);
  }

  /** Throws `FileRefused` where the list has not ended. */
  end(): void {
    if (this.#hasEnded) return;
    if (this.#depth === 0) throw notList();
    throw new FileRefused({
      sentence: message('This file ends in the middle of a list. It is not whole.'),
    });
  }

  /** Looks at what stands before or behind the list, which is white space; returns the place of its first byte. */
  #outside(piece: Uint8Array, from: number): number {
    for (let at = from; at < piece.length; at += 1) {
      const byte = piece[at] ?? 0;
      if (byte === openList && !this.#hasEnded) {
        this.#depth = 1;
        return at + 1;
      }
      if (!isSpace(byte) && (this.#hasEnded || !isMark(byte))) throw notList();
    }
    return piece.length;
  }

  /** Returns the place behind the end of the string, or the end of the piece. */
  #endOfString(piece: Uint8Array, from: number): number {
    let start = from;
    if (this.#isEscaped) {
      this.#isEscaped = false;
      start += 1;
    }
    for (;;) {
      const end = piece.indexOf(quote, start);
      const slashes = slashesBefore(piece, start, end < 0 ? piece.length : end);
      const isEscaped = slashes % 2 === 1;
      if (end < 0) {
        this.#isEscaped = isEscaped;
        return piece.length;
      }
      if (!isEscaped) {
        this.#isInString = false;
        return end + 1;
      }
      start = end + 1;
    }
  }

  #open(): void {
    this.#depth += 1;
    if (this.#depth > this.#deepest) this.#deepest = this.#depth;
  }

  *#cut(by: number): Generator<ArrayItem> {
    const isDeep = this.#deepest - 1 > this.#bounds.depth;
    this.#deepest = 1;
    const { isLong, text } = this.#item.take();
    const isLast = by !== comma;
    if (isLast) {
      this.#depth = 0;
      this.#hasEnded = true;
      if (by !== closeList) throw notList();
    }
    const isEmpty = !isLong && text !== null && text.trim() === '';
    if (isEmpty && isLast && this.#index === 0) return;
    const index = this.#index;
    this.#index += 1;
    if (isLong) yield { index, ok: false, reason: tooLong(this.#bounds.bytes) };
    else if (isDeep) yield { index, ok: false, reason: { sentence: message('It is nested too deeply.') } };
    else yield itemOf(index, text);
  }
}

/** Holds the text of the item that is read, up to a bound of its bytes. */
class ItemText {
  readonly #most: number;
  #decoder = decoder();
  #pieces: string[] = [];
  #bytes = 0;
  #isUtf8 = true;

  constructor(most: number) {
    this.#most = most;
  }

  add(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    if (this.#bytes > this.#most) this.#pieces = [];
    else if (this.#isUtf8) this.#decode(() => this.#decoder.decode(bytes, { stream: true }));
  }

  /** Returns the text, null where it is not UTF-8, and begins with the next one. */
  take(): { readonly isLong: boolean; readonly text: string | null } {
    const isLong = this.#bytes > this.#most;
    if (!isLong && this.#isUtf8) this.#decode(() => this.#decoder.decode());
    const text = this.#isUtf8 ? this.#pieces.join('') : null;
    if (isLong || !this.#isUtf8) this.#decoder = decoder();
    this.#pieces = [];
    this.#bytes = 0;
    this.#isUtf8 = true;
    return { isLong, text };
  }

  #decode(decode: () => string): void {
    try {
      this.#pieces.push(decode());
    } catch {
      this.#isUtf8 = false;
      this.#pieces = [];
    }
  }
}

function decoder(): TextDecoder {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
}

function itemOf(index: number, text: string | null): ArrayItem {
  if (text === null) {
    return { index, ok: false, reason: { sentence: message('It is not UTF-8 text.') } };
  }
  try {
    return { index, ok: true, value: JSON.parse(text) };
  } catch {
    return { index, ok: false, reason: { sentence: message('It is not JSON.') } };
  }
}

function slashesBefore(piece: Uint8Array, from: number, end: number): number {
  let at = end;
  while (at > from && piece[at - 1] === backslash) at -= 1;
  return end - at;
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** The bytes of a byte order mark. */
function isMark(byte: number): boolean {
  return byte === 0xef || byte === 0xbb || byte === 0xbf;
}

function tooLong(bytes: number): Reason {
  return {
    sentence: message('It has more than {megabytes, number} MB.'),
    values: { megabytes: Math.max(1, Math.floor(bytes / 1024 / 1024)) },
  };
}

function notList(): FileRefused {
  return new FileRefused({ sentence: message('This file is not a JSON list.') });
}
