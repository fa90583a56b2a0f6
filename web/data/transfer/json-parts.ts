import { nextTurn } from '../resources/sha256.ts';

/** UTF-16 units: written and compressed in some ten milliseconds. */
const partLength = 128 * 1024;

/**
 * Yields the JSON of an object in parts, of which each is a little longer than 128 K units, or has one item of a list
 * that is longer: a library as one text holds up the page for a second.
 */
export function* jsonParts(value: object): Generator<string> {
  let part = '{';
  let separator = '';
  for (const [name, each] of Object.entries(value)) {
    if (each === undefined) continue;
    part += `${separator}${JSON.stringify(name)}:`;
    separator = ',';
    if (!Array.isArray(each)) {
      part += JSON.stringify(each);
      continue;
    }
    part += '[';
    for (const [index, item] of each.entries()) {
      part += `${index === 0 ? '' : ','}${JSON.stringify(item) ?? 'null'}`;
      if (part.length < partLength) continue;
      yield part;
      part = '';
    }
    part += ']';
  }
  yield `${part}}`;
}

/** UTF-16 units after which what was written is handed over to the browser, which may put it on the disk. */
const pieceLength = 8 * 1024 * 1024;

/**
 * Resolves to the JSON of an object as a file, with turns of the page between its pieces. One text of a whole library is
 * longer than a text may be from about 390 MB.
 */
export async function jsonBlob(value: object): Promise<Blob> {
  const pieces: Blob[] = [];
  let parts: string[] = [];
  let length = 0;
  for (const part of jsonParts(value)) {
    parts.push(part);
    length += part.length;
    if (length < pieceLength) continue;
    pieces.push(new Blob(parts));
    parts = [];
    length = 0;
    await nextTurn();
  }
  return new Blob([...pieces, ...parts], { type: 'application/json' });
}
