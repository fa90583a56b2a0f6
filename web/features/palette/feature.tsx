import { LuKeyboard } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { defineFeature } from '../feature.tsx';

/** The command palette, or the sheet of shortcuts. */
export const palette = defineFeature<'palette' | 'shortcuts'>({
  name: 'palette',
  command: {
    title: () => t('Keyboard shortcuts'),
    icon: <LuKeyboard />,
    useRun: (open) => () => open('shortcuts'),
  },
});
