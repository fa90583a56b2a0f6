import { type ComponentType, startTransition, useEffect, useState } from 'react';
import { loadAgain } from '../ui/load-again.ts';

/**
 * Loads a screen of its own chunk; returns null until it is there, and throws in the render if it cannot be loaded.
 * Without a Suspense boundary: React keeps a fallback that it has shown for 300 ms, however soon the rest is there.
 * The `load` of the first render holds.
 */
export function useLoaded<Props>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> | null {
  const [first] = useState(() => load);
  const [Screen, setScreen] = useState<ComponentType<Props> | null>(null);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  useEffect(() => {
    let isLeft = false;
    loadAgain(first).then(
      (loaded) => isLeft || startTransition(() => setScreen(() => loaded)),
      (error: unknown) => !isLeft && setFailure({ error }),
    );
    return () => {
      isLeft = true;
    };
  }, [first]);
  if (failure !== null) throw failure.error;
  return Screen;
}
