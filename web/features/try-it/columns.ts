/** Decides which runs a press on "Run" begins: one for each model, text and value set that is chosen. */
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import type { RunHead } from '#shared/model/run/run.ts';

/** Names an entry among those of this device and of the server. */
export function modelKey({ from, id, name }: Pick<ModelEntry, 'from' | 'id' | 'name'>): string {
  return from === 'node' ? `node ${name}` : `device ${id}`;
}

/** Names the entry that a run was made with. */
export function modelKeyOf({ from, model }: Pick<RunHead, 'from' | 'model'>): string {
  return modelKey({ from, id: model.entryId, name: model.name });
}

/** Names the model, the text and the values of a run. */
export type TriedColumn = {
  readonly model: string;
  /** Null: the current text. */
  readonly versionId: number | null;
  /** Null: the values of the panel "Variables". */
  readonly setId: number | null;
};

export type TriedChoices = {
  /** Keys of models, as `modelKey` has them. */
  readonly models: readonly string[];
  readonly versions: readonly (number | null)[];
  readonly sets: readonly (number | null)[];
};

/** Side by side, more are not read any more. */
export const mostColumns = 6;

/** Returns a column for each combination, models first: their answers to one text stand beside each other. */
export function columnsOf({ models, versions, sets }: TriedChoices): TriedColumn[] {
  return versions.flatMap((versionId) =>
    sets.flatMap((setId) => models.map((model) => ({ model, versionId, setId }))),
  );
}

/** Returns the list with a choice added at its end or taken out. */
export function toggled<Choice>(chosen: readonly Choice[], choice: Choice): Choice[] {
  return chosen.includes(choice) ? chosen.filter((each) => each !== choice) : [...chosen, choice];
}
