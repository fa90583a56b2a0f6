import { defineFeature } from '../feature.tsx';
import type { BulkRequest } from './bulk-question.ts';

/** The questions before an act on many rows. */
export const bulkDialogs = defineFeature<BulkRequest>({
  name: 'bulk',
  load: async () => (await import('./bulk-dialog.tsx')).BulkDialog,
});
