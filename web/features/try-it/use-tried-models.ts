import { useAtom } from 'jotai';
import { useEffect, useMemo, useState } from 'react';
import type { PromptSettings } from '#shared/model/prompt-settings.ts';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import { modelsOf } from '../../data/run/models.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import type { RunEngine } from '../../session/run-engine-type.ts';
import { useLive } from '../../ui/use-live.ts';
import { modelKey, toggled } from './columns.ts';
import { chosenModelsAtom } from './try-it-state.ts';

export type TriedModels = {
  /** Undefined until they are read. */
  readonly entries: readonly ModelEntry[] | undefined;
  readonly chosen: readonly string[];
  toggle(key: string): void;
};

/** Returns the models of this device and of the server; undefined until they are read. */
export function useAllModels(engine: RunEngine): readonly ModelEntry[] | undefined {
  const library = useLibrary();
  const own = useLive(() => modelsOf(library), [library]);
  const served = useServedModels(engine);
  // Those of this device wait for nobody. Without any, the node may have some.
  const isWaiting = own === undefined || (own.length === 0 && served === null);
  return useMemo(() => (isWaiting ? undefined : [...own, ...(served ?? [])]), [isWaiting, own, served]);
}

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
