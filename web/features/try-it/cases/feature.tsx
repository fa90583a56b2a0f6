import { defineFeature } from '../../feature.tsx';

/** The cases of a prompt, and the table of what models answer to them. */
export const testCases = defineFeature<{ readonly promptId: number }>({
  name: 'testCases',
  load: async () => (await import('./cases-dialog.tsx')).CasesDialog,
});
