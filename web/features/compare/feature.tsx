import { defineFeature } from '../feature.tsx';
import type { ComparedPair } from './compare-dialog.tsx';

/** Two texts of a prompt, over everything else. */
export const compare = defineFeature<ComparedPair>({
  name: 'compare',
  load: async () => (await import('./compare-dialog.tsx')).CompareDialog,
});
