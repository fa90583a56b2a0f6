export function focusSearch(): void {
  document.querySelector<HTMLElement>('search .search-field')?.focus();
}
