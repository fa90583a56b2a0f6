/** So far a page of the list goes. */
const page = 8;

/** Returns the place that a key goes to in a list of options: arrows walk round, pages stop at the ends; else null. */
export function nextOption(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count;
    case 'ArrowUp':
      return (at - 1 + count) % count;
    case 'PageDown':
      return Math.min(at + page, count - 1);
    case 'PageUp':
      return Math.max(at - page, 0);
    default:
      return null;
  }
}
