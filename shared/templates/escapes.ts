/** Returns true if an odd number of backslashes stands directly before the place. */
export function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}

/** Returns where the first brace is that no backslash escapes, or -1. */
export function nextBrace(line: string, from: number): number {
  for (let at = from; at < line.length; at += 1) {
    const character = line[at];
    if (character === '{' || character === '}') return at;
    if (character === '\\') at += 1;
  }
  return -1;
}

/** Returns the parts of a text between separators that no backslash escapes. */
export function splitUnescaped(text: string, separator: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === separator) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}
