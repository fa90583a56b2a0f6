import { LuFileInput, LuFileOutput } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { defineFeature } from '../feature.tsx';
import type { ExportOffer, ImportOffer } from './transfer-messages.ts';

export const importFiles = defineFeature<ImportOffer>({
  name: 'importFiles',
  load: async () => (await import('./import-dialog.tsx')).ImportDialog,
  // It goes on, and can be taken back, also while something is exported.
  isKept: true,
  command: {
    title: () => t('Import…'),
    icon: <LuFileInput />,
    also: () => t('Library, Markdown, CSV, zip'),
    menu: 'library',
    useRun: (open) => () => open({ files: [] }),
  },
});

export const exportFiles = defineFeature<ExportOffer>({
  name: 'exportFiles',
  load: async () => (await import('./export-dialog.tsx')).ExportDialog,
  command: {
    title: () => t('Export…'),
    icon: <LuFileOutput />,
    also: () => t('Backup, Markdown, zip'),
    menu: 'library',
    useRun(open) {
      const { user } = useLibrary();
      return () => open({ scope: { kind: 'library' }, name: user.username });
    },
  },
});
