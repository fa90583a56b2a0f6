import { LuBookOpen, LuKeyRound, LuMonitorSmartphone, LuWebhook } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { defineFeature } from '../feature.tsx';
import type { ReadLinksRequest } from './links/read-links-dialog.tsx';

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

export const readLinks = defineFeature<ReadLinksRequest>({
  name: 'readLinks',
  load: async () => (await import('./links/read-links-dialog.tsx')).ReadLinksDialog,
  command: {
    title: () => t('Links to read'),
    icon: <LuBookOpen />,
    also: () => t('Share'),
    menu: 'account',
    useRun: (open) => () => open({ of: null }),
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
