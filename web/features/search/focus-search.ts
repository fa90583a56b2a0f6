export function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>('search .search-field');
  field?.focus();
  field?.select();
}
