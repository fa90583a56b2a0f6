import { LuTrash2 } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { defineFeature } from '../feature.tsx';

export const bin = defineFeature<true>({
  name: 'bin',
  load: async () => (await import('./bin-dialog.tsx')).BinDialog,
  command: {
    title: () => t('Bin'),
    icon: <LuTrash2 />,
    also: () => t('Restore what was deleted'),
    menu: 'library',
    useRun: (open) => () => open(true),
  },
});
