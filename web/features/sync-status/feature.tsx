import { LuPlane } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { defineFeature } from '../feature.tsx';

/** The sync centre, which the chip of the header draws below itself. */
export const syncCentre = defineFeature<true>({
  name: 'syncCentre',
  command: {
    title: () => t('Available offline'),
    icon: <LuPlane />,
    menu: 'library',
    useRun: (open) => () => open(true),
  },
});
