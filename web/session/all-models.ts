/** The models that a prompt can be run with: the entries of this device, and those that the server offers. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { LabelProof } from '#shared/model/label-proof.ts';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import { modelsOf } from '../data/run/models.ts';
import { useLive } from '../ui/hooks/use-live.ts';
import { useLibrary, useOpenLibrary } from './open-library-context.ts';
import type { OpenLibraryProps } from './open-library-type.ts';
import type { RunEngine } from './run-engine-type.ts';

/** Returns them all; undefined until they are read. */
export function useAllModels(engine: RunEngine): readonly ModelEntry[] | undefined {
  const library = useLibrary();
  const own = useLive(() => modelsOf(library), [library]);
  const served = useServedModels(engine.nodeModels);
  // Those of this device wait for nobody. Without any, the node may have some.
  const isWaiting = own === undefined || (own.length === 0 && served === null);
  return useMemo(() => (isWaiting ? undefined : [...own, ...(served ?? [])]), [isWaiting, own, served]);
}

/** Null until the server has answered, or is known to be away. `read`: the same function between renders; null: not asked. */
function useServedModels(read: RunEngine['nodeModels'] | null): readonly ModelEntry[] | null {
  const [served, setServed] = useState<readonly ModelEntry[] | null>(null);
  useEffect(() => {
    let isWanted = true;
    const set = (models: readonly ModelEntry[] | null) => isWanted && setServed(models ?? []);
    void read?.().then(set, () => set(null));
    return () => {
      isWanted = false;
    };
  }, [read]);
  return served;
}

/** Returns the names of the models of this device, and of those of the server once it has answered. */
export function useModelNames(isWanted: boolean): readonly string[] {
  const { library, models } = useOpenLibrary();
  const own = useLive(() => modelsOf(library), [library]);
  const read = useCallback(async () => (await models.load()).nodeModels(), [models]);
  const served = useServedModels(isWanted ? read : null);
  return useMemo(
    () => [...new Set([...(own ?? []), ...(served ?? [])].map(({ name }) => name))],
    [own, served],
  );
}

type Lent = Pick<OpenLibraryProps, 'library' | 'models'>;

export type ProofOf = (version: {
  readonly promptId: number;
  readonly versionId: number;
  /** The name of its entry. */
  readonly model: string;
}) => Promise<LabelProof | null>;

/** Returns what finds the proof that the runs of this device give of a version, null where there is no such model. */
export function proofsOf(lent: Lent): ProofOf {
  return async ({ model: name, ...version }) => {
    const model = await modelNamed(lent, name);
    if (model === undefined) return null;
    // The rules of checks are in no part that the first screen needs.
    const { proofOfVersion } = await import('../data/run/case-cells.ts');
    return proofOfVersion(lent.library, { ...version, model });
  };
}

/** The server is asked only where this device has no entry of the name. */
async function modelNamed({ library, models }: Lent, name: string): Promise<ModelEntry | undefined> {
  const isNamed = (entry: ModelEntry) => entry.name === name;
  const own = (await modelsOf(library)).find(isNamed);
  if (own !== undefined) return own;
  const engine = await models.load().catch(() => null);
  return (await engine?.nodeModels())?.find(isNamed);
}
