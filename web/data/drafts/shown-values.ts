/**
 * Decides which values a prompt's variables have on this device: those of the value set that was used last, with what
 * was typed into it, or those that were typed without a set.
 */
import type { ValueSet } from '#shared/model/prompt-attributes.ts';
import type { Library } from '../database/library.ts';
import { promptOf } from '../queries/queries.ts';
import { watchQuery } from '../queries/watch-query.ts';
import { type SetEdits, type ValueDraft, valueDraftOf, withEdits } from './value-drafts.ts';
import { watchDrafts } from './watched-drafts.ts';

export type ShownValues = {
  /** With what was typed into them and is not committed yet. */
  readonly sets: readonly ValueSet[];
  /** Null: the values that are on this device only. */
  readonly chosen: ValueSet | null;
  readonly values: ReadonlyMap<string, string>;
};

export function shownValues(stored: readonly ValueSet[], draft: ValueDraft): ShownValues {
  const sets = editedSets(stored, draft.unsaved);
  const chosen = chosenSet(sets, draft);
  return { sets, chosen, values: new Map(Object.entries(chosen?.values ?? draft.values)) };
}

/** Returns the stored sets with the edits in them; one that is gone is there again with what was typed. */
function editedSets(stored: readonly ValueSet[], unsaved: readonly SetEdits[]): ValueSet[] {
  const gone = unsaved.filter(({ id }) => !stored.some((set) => set.id === id));
  return [
    ...stored.map((set) => {
      const mine = unsaved.find(({ id }) => id === set.id);
      return mine === undefined ? set : { ...set, values: withEdits(set.values, mine.edits, 'value') };
    }),
    ...gone.map(({ id, name, edits }) => ({ id, name, values: withEdits({}, edits, 'value') })),
  ];
}

/** The set that was used last on this device; else the first, where nothing is typed without one. */
function chosenSet(sets: readonly ValueSet[], { chosen, values }: ValueDraft): ValueSet | null {
  if (chosen !== undefined) return sets.find(({ id }) => id === chosen) ?? null;
  return Object.keys(values).length === 0 ? (sets[0] ?? null) : null;
}

/**
 * Calls the listener with the values of a prompt's variables, and after each change of them, wherever it was made. What
 * is typed in a panel comes when that keeps it, a moment after the last key. Returns how to stop.
 */
export function watchValues(
  library: Library,
  promptId: number,
  listener: (values: ReadonlyMap<string, string>) => void,
): () => void {
  let stored: readonly ValueSet[] | null = null;
  let last: string | null = null;

  function report(): void {
    if (stored === null) return;
    const { values } = shownValues(stored, valueDraftOf(library, promptId));
    const written = JSON.stringify([...values]);
    if (written === last) return;
    last = written;
    listener(values);
  }

  const stopDrafts = watchDrafts(library, report);
  const stopQuery = watchQuery(
    async () => (await promptOf(library, promptId))?.attributes?.valueSets ?? [],
    (found) => {
      stored = found;
      report();
    },
    (error) => {
      console.error('The values of a prompt could not be read.', error);
      stored ??= [];
      report();
    },
  );
  return () => {
    stopDrafts();
    stopQuery();
  };
}
