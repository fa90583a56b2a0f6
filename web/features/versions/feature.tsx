import { defineFeature } from '../feature.tsx';
import type { LabelledVersion } from './version-labels-dialog.tsx';

export const versionLabels = defineFeature<LabelledVersion>({
  name: 'versionLabels',
  load: async () => (await import('./version-labels-dialog.tsx')).VersionLabelsDialog,
});
