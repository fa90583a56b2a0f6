import { useAtom } from 'jotai';
import type { PromptSettings } from '#shared/model/prompt-settings.ts';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import { useAllModels } from '../../session/all-models.ts';
import type { RunEngine } from '../../session/run-engine-type.ts';
import { modelKey, toggled } from './columns.ts';
import { chosenModelsAtom } from './try-it-state.ts';

export type TriedModels = {
  /** Undefined until they are read. */
  readonly entries: readonly ModelEntry[] | undefined;
  readonly chosen: readonly string[];
  toggle(key: string): void;
};

/** Returns the models of this device and of the server, and which of them are chosen. */
export function useTriedModels(engine: RunEngine, settings: PromptSettings): TriedModels {
  const entries = useAllModels(engine);
  const [stored, setStored] = useAtom(chosenModelsAtom);
  const keys = (entries ?? []).map(modelKey);
  const there = stored.filter((key) => keys.includes(key));
  const chosen = there.length > 0 ? there : usual(entries ?? [], settings);
  return { entries, chosen, toggle: (key) => setStored(toggled(chosen, key)) };
}

/** Returns the model that the settings name, else the first one. */
function usual(entries: readonly ModelEntry[], { model }: PromptSettings): string[] {
  const named = entries.find((entry) => entry.name === model || entry.model === model);
  const one = named ?? entries[0];
  return one === undefined ? [] : [modelKey(one)];
}
