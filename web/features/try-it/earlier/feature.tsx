import { LuPlay } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { defineFeature } from '../../feature.tsx';

/** The runs of all prompts, and those that wait to be sent. */
export const allRuns = defineFeature<true>({
  name: 'allRuns',
  load: async () => (await import('./all-runs-dialog.tsx')).AllRunsDialog,
  command: {
    title: () => t('Runs'),
    icon: <LuPlay />,
    also: () => t('Answers of models, tokens, costs'),
    menu: 'library',
    useRun: (open) => () => open(true),
  },
});
