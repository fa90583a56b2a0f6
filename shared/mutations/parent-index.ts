type WithId<ChildId> = { id: ChildId };

/** Holds children by their parent, each parent's in the order in which they first came. */
export class ParentIndex<ParentId, ChildId, Child extends WithId<ChildId>> {
  /** Made with the first child: most indexes of a row set stay empty. */
  #children: Map<ParentId, Map<ChildId, Child>> | undefined;
  readonly #parentOf: (child: Child) => ParentId | undefined;

  /** `parentOf` returns undefined for a child that is not listed. */
  constructor(parentOf: (child: Child) => ParentId | undefined) {
    this.#parentOf = parentOf;
  }

  /** Lists the child in place of `before`, the same child as it was until now. */
  put(child: Child, before: Child | undefined): void {
    const parent = this.#parentOf(child);
    const left = before && this.#parentOf(before);
    if (left !== undefined && left !== parent) this.#children?.get(left)?.delete(child.id);
    if (parent === undefined) return;
    this.#children ??= new Map();
    const siblings = this.#children.get(parent);
    if (siblings === undefined) this.#children.set(parent, new Map([[child.id, child]]));
    else siblings.set(child.id, child);
  }

  remove(child: Child): void {
    const parent = this.#parentOf(child);
    if (parent !== undefined) this.#children?.get(parent)?.delete(child.id);
  }

  of(parent: ParentId): Iterable<Child> {
    return this.#children?.get(parent)?.values() ?? [];
  }

  isEmpty(parent: ParentId): boolean {
    return (this.#children?.get(parent)?.size ?? 0) === 0;
  }
}
