import { useState, useSyncExternalStore } from 'react';
import type { Installation } from './open-library-props.ts';

const none: Installation = {
  subscribe: () => () => undefined,
  offer: () => null,
  ask: async () => undefined,
};

/** Offers the installation where there is one: the browser asks, or the steps are shown. */
export function useInstall(installation: Installation = none) {
  const [areStepsOpen, setAreStepsOpen] = useState(false);
  const offer = useSyncExternalStore(installation.subscribe, installation.offer);
  const begin = offer === 'steps' ? () => setAreStepsOpen(true) : () => void installation.ask();
  return { begin: offer === null ? null : begin, areStepsOpen, closeSteps: () => setAreStepsOpen(false) };
}
