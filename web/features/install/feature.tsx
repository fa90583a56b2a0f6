import { useSyncExternalStore } from 'react';
import { LuMonitorDown } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { useOpenLibrary } from '../../session/open-library-context.ts';
import type { Installation } from '../../session/open-library-type.ts';
import { defineFeature } from '../feature.tsx';

const none: Installation = {
  subscribe: () => () => undefined,
  offer: () => null,
  ask: async () => undefined,
};

/** The installation where there is one: the browser asks, or the steps are shown. */
export const install = defineFeature<true>({
  name: 'install',
  load: async () => (await import('./install-steps.tsx')).InstallSteps,
  command: {
    title: () => t('Install Promptory'),
    icon: <LuMonitorDown />,
    menu: 'account',
    useRun(open) {
      const { installation = none } = useOpenLibrary().offline;
      const offer = useSyncExternalStore(installation.subscribe, installation.offer);
      if (offer === null) return null;
      return offer === 'steps' ? () => open(true) : () => void installation.ask();
    },
  },
});
