/**
 * The depth of JSON, counted on its bytes before anything parses it: a parser needs memory and time for each
 * level, and whatever walks the parsed value would overflow the stack.
 * Brackets are counted outside of strings; whether they fit each other is for the parser to see.
 */
const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
/** `{` and `}` without the bit that tells them from `[` and `]`. */
const opening = 0x5b;
const closing = 0x5d;
const braceBit = 0x20;

/** So many bytes of a string are looked at one by one; then a native search is faster, though slower to begin. */
const bytesOneByOne = 32;

/** Returns the place of the quote that ends the string, or the end of the bytes. */
function endOfString(json: Uint8Array, from: number): number {
  let at = from + 1;
  let search = at + bytesOneByOne;
  for (let byte = json[at]; byte !== quote && byte !== undefined; byte = json[at]) {
    at += byte === backslash ? 2 : 1;
    if (at < search) continue;
    const found = json.indexOf(quote, at);
    if (found === -1) return json.length;
    if (!isEscaped(json, found, at)) return found;
    at = found + 1;
    search = at + bytesOneByOne;
  }
  return at;
}

/** Whether an odd number of backslashes stands before this place, none of them before `from`. */
function isEscaped(json: Uint8Array, place: number, from: number): boolean {
  let at = place;
  while (at > from && json[at - 1] === backslash) at -= 1;
  return (place - at) % 2 === 1;
}

/** Tells whether there are more than `most` values, counted by their commas and brackets. */
export function hasMoreValuesThan(json: Uint8Array, most: number): boolean {
  const end = json.length;
  if (end <= most) return false;
  let values = 1;
  for (let at = 0; at < end; at += 1) {
    const byte = json[at] ?? 0;
    if (byte === quote) at = endOfString(json, at);
    else if (byte === comma || (byte & ~braceBit) === opening) {
      values += 1;
      if (values > most) return true;
    }
  }
  return false;
}

/** Tells whether arrays and objects lie in each other more than `most` levels deep. */
export function isDeeperThan(json: Uint8Array, most: number): boolean {
  const end = json.length;
  let depth = 0;
  for (let at = 0; at < end; at += 1) {
    const byte = json[at] ?? 0;
    if (byte === quote) at = endOfString(json, at);
    else if ((byte & ~braceBit) === opening) {
      depth += 1;
      if (depth > most) return true;
    } else if ((byte & ~braceBit) === closing) depth -= 1;
  }
  return false;
}

/**
 * Empties the arrays and objects at level `most + 1`, in place, so that a value which is too deep can still
 * be found beside those that are not. The bytes that are returned are a part of those that were given.
 */
export function emptyBelow(json: Uint8Array, most: number): Uint8Array {
  const end = json.length;
  let depth = 0;
  let kept = 0;
  for (let at = 0; at < end; at += 1) {
    const byte = json[at] ?? 0;
    if (byte === quote) {
      const after = Math.min(endOfString(json, at) + 1, end);
      if (depth <= most) {
        json.copyWithin(kept, at, after);
        kept += after - at;
      }
      at = after - 1;
      continue;
    }
    if ((byte & ~braceBit) === closing) depth -= 1;
    if (depth <= most) {
      json[kept] = byte;
      kept += 1;
    }
    if ((byte & ~braceBit) === opening) depth += 1;
  }
  return json.subarray(0, kept);
}
