import { LuSlidersHorizontal } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { defineFeature } from '../feature.tsx';

export const preferences = defineFeature<true>({
  name: 'preferences',
  load: async () => (await import('./preferences-screen.tsx')).PreferencesScreen,
  command: {
    title: () => t('Preferences'),
    icon: <LuSlidersHorizontal />,
    also: () => t('Settings'),
    menu: 'account',
    useRun: (open) => () => open(true),
  },
});
