import { defineFeature } from '../feature.tsx';
import type { UsedInCode } from './use-in-code-dialog.tsx';

export const useInCode = defineFeature<UsedInCode>({
  name: 'useInCode',
  load: async () => (await import('./use-in-code-dialog.tsx')).UseInCodeDialog,
});
