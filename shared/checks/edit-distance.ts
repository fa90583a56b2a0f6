/**
 * Returns the Levenshtein distance of two texts in UTF-16 units if it is at most `most`; otherwise null. Only the cells
 * that such a distance can reach are computed, so that the work is the shorter length times `most`.
 */
export function editDistance(one: string, other: string, most: number): number | null {
  const { left, right } = withoutSharedEnds(one, other);
  const bound = Math.min(Math.floor(most), Math.max(left.length, right.length));
  if (bound < 0 || right.length - left.length > bound) return null;
  const far = bound + 1;
  let above = Uint32Array.from({ length: right.length + 1 }, (_, column) => Math.min(column, far));
  let row = new Uint32Array(right.length + 1);
  for (let line = 1; line <= left.length; line += 1) {
    const first = Math.max(1, line - bound);
    const last = Math.min(right.length, line + bound);
    row[first - 1] = first === 1 ? Math.min(line, far) : far;
    let least = row[first - 1] ?? far;
    for (let column = first; column <= last; column += 1) {
      const changed = left.charCodeAt(line - 1) === right.charCodeAt(column - 1) ? 0 : 1;
      // The cell above the last one of a row lies outside of the row before.
      const over = column === line + bound ? far : (above[column] ?? far);
      const cell = Math.min(
        over + 1,
        (row[column - 1] ?? far) + 1,
        (above[column - 1] ?? far) + changed,
        far,
      );
      row[column] = cell;
      if (cell < least) least = cell;
    }
    if (least > bound) return null;
    [above, row] = [row, above];
  }
  const distance = above[right.length] ?? far;
  return distance > bound ? null : distance;
}

/** Returns how many cells `editDistance` computes at most. */
export function editWork(one: string, other: string, most: number): number {
  const { left, right } = withoutSharedEnds(one, other);
  return left.length * Math.min(right.length, 2 * Math.max(0, most) + 1);
}

/** Returns what differs, the shorter part first. */
function withoutSharedEnds(one: string, other: string): { left: string; right: string } {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  let end = 0;
  while (end < short.length - start && short.at(-1 - end) === long.at(-1 - end)) end += 1;
  return { left: short.slice(start, short.length - end), right: long.slice(start, long.length - end) };
}
