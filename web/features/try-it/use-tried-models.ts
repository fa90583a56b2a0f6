import { useAtom } from 'jotai';
import { useEffect, useState } from 'react';
import type { PromptSettings } from '#shared/model/prompt-settings.ts';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import { modelsOf } from '../../data/run/models.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import type { RunEngine } from '../../session/run-engine-type.ts';
import { useLive } from '../../ui/use-live.ts';
import { toggled } from './columns.ts';
import { chosenModelsAtom } from './try-it-state.ts';

export type TriedModels = {
  /** Undefined until they are read. */
  readonly entries: readonly ModelEntry[] | undefined;
  readonly chosen: readonly string[];
  toggle(key: string): void;
};

/** Names an entry among those of this device and of the server. */
export function modelKey({ from, id, name }: ModelEntry): string {
  return from === 'node' ? `node ${name}` : `device ${id}`;
}

/** Returns the models of this device and of the server, and which of them are chosen. */
export function useTriedModels(engine: RunEngine, settings: PromptSettings): TriedModels {
  const library = useLibrary();
  const own = useLive(() => modelsOf(library), [library]);
  const served = useServedModels(engine);
  const [stored, setStored] = useAtom(chosenModelsAtom);
  // Those of this device wait for nobody. Without any, the node may have some.
  const isWaiting = own === undefined || (own.length === 0 && served === null);
  const entries = isWaiting ? undefined : [...own, ...(served ?? [])];
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

/** Null until the server has answered, or is known to be away. */
function useServedModels(engine: RunEngine): readonly ModelEntry[] | null {
  const [served, setServed] = useState<readonly ModelEntry[] | null>(null);
  useEffect(() => {
    let isWanted = true;
    void engine.nodeModels().then((models) => {
      if (isWanted) setServed(models ?? []);
    });
    return () => {
      isWanted = false;
    };
  }, [engine]);
  return served;
}
