import { useState } from 'react';
import { useLaterPart } from '../ui/hooks/use-later-part.ts';
import { useOpenLibrary } from './open-library-context.ts';
import type { RunEngine } from './run-engine-type.ts';

/** Returns the engine of the open library; null until it is loaded. `onMissing`: it cannot be, after a toast about it. */
export function useRunEngine(onMissing: () => void): RunEngine | null {
  const { models } = useOpenLibrary();
  const [load] = useState(() => () => models.load());
  return useLaterPart(load, { isWanted: true, onMissing });
}
