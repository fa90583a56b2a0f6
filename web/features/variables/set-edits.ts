import type { ValueSet } from '#shared/model/prompt-attributes.ts';
import { ownValue } from '#shared/model/record-of.ts';
import { type SetEdits, type ValueEdit, withEdits } from '../../data/drafts/value-drafts.ts';

/** Carries a whole set, and the values that it was typed over. */
export type SavedSet = {
  readonly id: number;
  readonly name: string;
  readonly values: Record<string, string>;
  readonly base: Record<string, string>;
};

export type CollectedEdits = {
  /** Puts a value into a set as it is stored; null takes it away. */
  set(set: ValueSet, edit: Pick<ValueEdit, 'name' | 'value'>): void;
  all(): SetEdits[];
  /** Returns what to commit; `end` is called when that is done. Null: there is nothing. */
  begin(stored: readonly ValueSet[]): { readonly sets: SavedSet[]; end(): void } | null;
};

/** Collects values that were typed into sets and are not committed yet. */
export function createSetEdits(unsaved: readonly SetEdits[]): CollectedEdits {
  const sets = new Map(unsaved.map(({ id, name, edits }) => [id, { name, edits: byName(edits) }]));

  function all(): SetEdits[] {
    return [...sets].map(([id, { name, edits }]) => ({ id, name, edits: [...edits.values()] }));
  }

  return {
    all,
    set({ id, name: setName, values }, { name, value }) {
      const { edits } = sets.get(id) ?? { edits: new Map<string, ValueEdit>() };
      const before = edits.get(name);
      const base = before === undefined ? (ownValue(values, name) ?? null) : before.base;
      edits.set(name, { name, value, base });
      sets.set(id, { name: setName, edits });
    },
    begin(stored) {
      const begun = all();
      if (begun.length === 0) return null;
      return {
        sets: begun.map(({ id, name, edits }) => {
          const there = stored.find((set) => set.id === id);
          const values = there?.values ?? {};
          return {
            id,
            name: there?.name ?? name,
            values: withEdits(values, edits, 'value'),
            base: withEdits(values, edits, 'base'),
          };
        }),
        end() {
          for (const { id, edits } of begun) {
            const mine = sets.get(id)?.edits ?? new Map<string, ValueEdit>();
            for (const saved of edits) {
              const now = mine.get(saved.name);
              // Typed on meanwhile: upon what is saved by now.
              if (now === saved) mine.delete(saved.name);
              else if (now !== undefined) mine.set(saved.name, { ...now, base: saved.value });
            }
            if (mine.size === 0) sets.delete(id);
          }
        },
      };
    },
  };
}

function byName(edits: readonly ValueEdit[]): Map<string, ValueEdit> {
  return new Map(edits.map((edit) => [edit.name, edit]));
}
