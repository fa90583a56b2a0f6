import { LuCircleHelp } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { defineFeature } from '../feature.tsx';

/** The pages that a person needs, which the shell draws with the view of a prompt's Markdown. */
export const help = defineFeature<true>({
  name: 'help',
  command: {
    title: () => t('Help'),
    icon: <LuCircleHelp />,
    menu: 'account',
    useRun: (open) => () => open(true),
  },
});
