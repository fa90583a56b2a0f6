import { defineFeature } from '../feature.tsx';
import type { ComparedPair } from './compared-texts.ts';

/** Two texts, of one prompt or of two, over everything else. */
export const compare = defineFeature<ComparedPair>({
  name: 'compare',
  load: async () => (await import('./compare-dialog.tsx')).CompareDialog,
});
