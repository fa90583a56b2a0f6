import { LuKeyRound, LuMonitorSmartphone, LuWebhook } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { defineFeature } from '../feature.tsx';

export const account = defineFeature<true>({
  name: 'account',
  load: async () => (await import('./account-screen.tsx')).AccountScreen,
  command: {
    title: () => t('Account and devices'),
    icon: <LuMonitorSmartphone />,
    also: () => t('Password'),
    menu: 'account',
    useRun: (open) => () => open(true),
  },
});

export const apiTokens = defineFeature<true>({
  name: 'apiTokens',
  load: async () => (await import('./api-tokens-dialog.tsx')).ApiTokensDialog,
  command: {
    title: () => t('API tokens'),
    icon: <LuKeyRound />,
    also: () => t('Access for programs'),
    menu: 'account',
    useRun: (open) => () => open(true),
  },
});

export const webhooks = defineFeature<true>({
  name: 'webhooks',
  load: async () => (await import('./webhooks/webhooks-dialog.tsx')).WebhooksDialog,
  command: {
    title: () => t('Webhooks'),
    icon: <LuWebhook />,
    also: () => t('Tell other programs'),
    menu: 'account',
    useRun: (open) => () => open(true),
  },
});
