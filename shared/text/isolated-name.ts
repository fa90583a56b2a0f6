const firstStrong = '\u2068';
const end = '\u2069';
const begins = new Set(['\u2066', '\u2067', firstStrong]);

/** Controls of direction, and letters that are written from right to left. */
const turning =
  /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Somebody's name within a sentence of ours: whatever turns its letters around ends where the name ends. A name that
 * turns nothing is itself, letter by letter.
 */
export function isolatedName(name: string): string {
  return turning.test(name) ? `${firstStrong}${balanced(name)}${end}` : name;
}

/** An end too many would end what is put around the name, and one too few would let it go on. */
function balanced(name: string): string {
  let open = 0;
  let kept = '';
  for (const letter of name) {
    if (letter === end && open === 0) continue;
    if (letter === end) open -= 1;
    else if (begins.has(letter)) open += 1;
    kept += letter;
  }
  return kept + end.repeat(open);
}
