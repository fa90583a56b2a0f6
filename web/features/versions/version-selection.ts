/** Which versions are selected to be deleted together; the current text is no version and never among them. */
export type Selection = ReadonlySet<number>;

export const nothingSelected: Selection = new Set();

export function toggled(selection: Selection, id: number): Selection {
  const next = new Set(selection);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Returns the selection of all versions from one to another one. */
export function ranged(ids: readonly number[], from: number, to: number): Selection {
  const [start, end] = [ids.indexOf(from), ids.indexOf(to)].sort((a, b) => a - b);
  return new Set(ids.slice(start, (end ?? -1) + 1));
}

/** Those of the selected versions that still exist: another device may have deleted some. */
export function existing(selection: Selection, ids: readonly number[]): number[] {
  return ids.filter((id) => selection.has(id));
}

export function deletesAll(selection: Selection, ids: readonly number[]): boolean {
  return ids.length > 0 && existing(selection, ids).length === ids.length;
}
