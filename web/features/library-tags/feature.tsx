import { LuTags } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { defineFeature } from '../feature.tsx';

export const libraryTags = defineFeature<true>({
  name: 'library-tags',
  load: async () => (await import('./tags-dialog.tsx')).TagsDialog,
  command: {
    title: () => t('Tags of all prompts'),
    icon: <LuTags />,
    also: () => t('Rename or remove a tag'),
    menu: 'library',
    useRun: (open) => () => open(true),
  },
});
