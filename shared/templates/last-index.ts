/** Returns the last index whose item is still so, of items that are so up to some index; -1 for none. */
export function lastIndex<Item>(items: readonly Item[], isSo: (item: Item) => boolean): number {
  let [low, high] = [-1, items.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const item = items[middle];
    if (item !== undefined && isSo(item)) low = middle;
    else high = middle - 1;
  }
  return low;
}
