import { LuBot } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { defineFeature } from '../feature.tsx';

export const models = defineFeature<true>({
  name: 'models',
  load: async () => (await import('./models-dialog.tsx')).ModelsDialog,
  command: {
    title: () => t('Models'),
    icon: <LuBot />,
    also: () => t('Ollama, LM Studio, keys of OpenAI and others'),
    menu: 'account',
    useRun: (open) => () => open(true),
  },
});
