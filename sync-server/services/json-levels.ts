/**
 * Tells whether a parsed value has more than `most` levels of arrays and objects. Goes no deeper than one level more,
 * so it must not be given what is too deep for a recursion.
 */
export function hasMoreLevelsThan(content: unknown, most: number): boolean {
  if (typeof content !== 'object' || content === null) return false;
  return most === 0 || Object.values(content).some((inner) => hasMoreLevelsThan(inner, most - 1));
}
