/**
 * Finds the items of the lists of a JSON object, and its other fields, one after the other: a file of any size is read in
 * portions, of which each is one item.
 *
 * 1. Bytes are looked at, and not a text, so that an item can be read once more by its place.
 * 2. What a field or item is, `JSON.parse` decides; here only strings, brackets and the marks between are known.
 */
import { message } from '#shared/language/message.ts';
import { piecesOf } from '../bytes.ts';
import { FileRefused, type InputFile } from '../files.ts';

/** `key`: the field of the object; `isItem`: one of the list that the field is. In bytes of the file. */
export type JsonItem = {
  readonly key: string;
  readonly isItem: boolean;
  readonly start: number;
  readonly end: number;
  readonly value: unknown;
};

/** Above a file of the largest size in base64. */
const mostBytes = 64 * 1024 * 1024;
const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openList, closeList, openMap, closeMap] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Throws `FileRefused` where a file is no JSON object. */
export async function* jsonItems(file: InputFile): AsyncGenerator<JsonItem> {
  const scan = new Scan();
  for await (const piece of piecesOf(file)) yield* scan.push(piece);
  if (!scan.isComplete) throw notJson();
}

class Scan {
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #key: string | null = null;
  #isInList = false;
  /** Of the piece that is looked at: its place in the file. */
  #offset = 0;
  #start = 0;
  /** Holds the bytes since `#start`, without the piece that is looked at. */
  #kept: Uint8Array[] = [];
  #keptBytes = 0;
  isComplete = false;

  *push(piece: Uint8Array): Generator<JsonItem> {
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at] ?? 0;
      if (this.#isInString) this.#inString(byte);
      else if (byte === quote) this.#isInString = true;
      else if (byte <= closeMap && byte >= comma) yield* this.#mark(byte, piece, at);
    }
    const from = Math.max(0, this.#start - this.#offset);
    this.#kept.push(piece.slice(from));
    this.#keptBytes += piece.length - from;
    this.#offset += piece.length;
    if (this.#keptBytes > mostBytes) throw notJson();
  }

  #inString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === backslash) this.#isEscaped = true;
    else if (byte === quote) this.#isInString = false;
  }

  *#mark(byte: number, piece: Uint8Array, at: number): Generator<JsonItem> {
    const cutHere = () => this.#cut(piece, at);
    switch (byte) {
      case colon:
        if (this.#depth === 1 && this.#key === null) this.#key = keyOf(cutHere().text);
        return;
      case openMap:
      case openList:
        this.#open(byte, cutHere);
        return;
      case comma:
        if (this.#depth === (this.#isInList ? 2 : 1)) yield* this.#item(cutHere());
        if (this.#depth === 1) this.#key = null;
        return;
      case closeMap:
      case closeList:
        if (this.#depth === (this.#isInList ? 2 : 1)) yield* this.#item(cutHere());
        if (this.#depth === 2) this.#isInList = false;
        this.#depth -= 1;
        this.isComplete = this.#depth === 0;
        if (this.#depth < 0) throw notJson();
    }
  }

  #open(byte: number, cutHere: () => Cut): void {
    if (this.#depth === 0) {
      if (byte !== openMap || this.isComplete) throw notJson();
      cutHere();
    }
    if (this.#depth === 1 && this.#key !== null && byte === openList) {
      this.#isInList = true;
      cutHere();
    }
    this.#depth += 1;
  }

  *#item({ text, start, end }: Cut): Generator<JsonItem> {
    if (text.trim() === '') return;
    if (this.#key === null) throw notJson();
    yield { key: this.#key, isItem: this.#isInList, start, end, value: parsed(text) };
  }

  /** Returns what stands between the last mark and this one. */
  #cut(piece: Uint8Array, at: number): Cut {
    const from = Math.max(0, this.#start - this.#offset);
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const cut = { start: this.#start, end: this.#offset + at };
    try {
      const before = this.#kept.map((each) => decoder.decode(each, { stream: true })).join('');
      return { ...cut, text: before + decoder.decode(piece.subarray(from, at)) };
    } catch {
      throw notJson();
    } finally {
      this.#kept = [];
      this.#keptBytes = 0;
      this.#start = this.#offset + at + 1;
    }
  }
}

type Cut = { readonly text: string; readonly start: number; readonly end: number };

function keyOf(text: string): string {
  const key = parsed(text);
  if (typeof key !== 'string') throw notJson();
  return key;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notJson();
  }
}

function notJson(): FileRefused {
  return new FileRefused({ sentence: message('This file is not JSON.') });
}
