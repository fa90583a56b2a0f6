import { useEffect } from 'react';
import { LuSlidersHorizontal } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { defineFeature } from '../feature.tsx';
import { isToBeOpened } from './open-after-reload.ts';

export const preferences = defineFeature<true>({
  name: 'preferences',
  load: async () => (await import('./preferences-screen.tsx')).PreferencesScreen,
  command: {
    title: () => t('Preferences'),
    icon: <LuSlidersHorizontal />,
    also: () => t('Settings'),
    menu: 'account',
    useRun(open) {
      useEffect(() => {
        if (isToBeOpened(window)) open(true);
      }, [open]);
      return () => open(true);
    },
  },
});
