type Closing = { readonly index: number; readonly selectedId: number | null };

/**
 * Returns the tab that has the focus after one is closed: in place of the selected tab the first one that is left, which
 * is selected next (spec section 4), so that focus and selection stay together; else the neighbour.
 */
export function tabAfterClosing<Tab extends { readonly id: number }>(
  tabs: readonly Tab[],
  { index, selectedId }: Closing,
): Tab | undefined {
  if (tabs[index]?.id === selectedId) return tabs[index === 0 ? 1 : 0];
  return tabs[index + 1] ?? tabs[index - 1];
}
