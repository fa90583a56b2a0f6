/** The models that a prompt can be run with: the entries of this device, and those that the server offers. */
import { useEffect, useMemo, useState } from 'react';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import { modelsOf } from '../data/run/models.ts';
import { useLive } from '../ui/use-live.ts';
import { useLibrary } from './open-library-context.ts';
import type { OpenLibraryProps } from './open-library-type.ts';
import type { RunEngine } from './run-engine-type.ts';

/** Returns them all; undefined until they are read. */
export function useAllModels(engine: RunEngine): readonly ModelEntry[] | undefined {
  const library = useLibrary();
  const own = useLive(() => modelsOf(library), [library]);
  const served = useServedModels(engine);
  // Those of this device wait for nobody. Without any, the node may have some.
  const isWaiting = own === undefined || (own.length === 0 && served === null);
  return useMemo(() => (isWaiting ? undefined : [...own, ...(served ?? [])]), [isWaiting, own, served]);
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

/** Returns the entry of this name; undefined where there is none. The server is asked only where this device has none. */
export async function modelNamed(
  { library, models }: Pick<OpenLibraryProps, 'library' | 'models'>,
  name: string,
): Promise<ModelEntry | undefined> {
  const own = (await modelsOf(library)).find((entry) => entry.name === name);
  if (own !== undefined) return own;
  const served = await models.load().then(
    (engine) => engine.nodeModels(),
    () => null,
  );
  return served?.find((entry) => entry.name === name);
}
