import { LuFileInput, LuFileOutput } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { defineFeature } from '../feature.tsx';
import type { ChosenFile, ExportOffer } from './transfer-messages.ts';

/** `files`: chosen before it opened: shared by another program, for one. */
export const importFiles = defineFeature<{ readonly files: readonly ChosenFile[] }>({
  name: 'importFiles',
  load: async () => (await import('./import-dialog.tsx')).ImportDialog,
  // It goes on, and can be taken back, also while something is exported.
  isKept: true,
  command: {
    title: () => t('Import files...'),
    icon: <LuFileInput />,
    also: () => t('Markdown, CSV, zip'),
    isInMenu: true,
    useRun: (open) => () => open({ files: [] }),
  },
});

export const exportFiles = defineFeature<ExportOffer>({
  name: 'exportFiles',
  load: async () => (await import('./export-dialog.tsx')).ExportDialog,
  command: {
    title: () => t('Export files...'),
    icon: <LuFileOutput />,
    also: () => t('Markdown, zip'),
    isInMenu: true,
    useRun(open) {
      const { user } = useLibrary();
      return () => open({ scope: { kind: 'library' }, name: user.username });
    },
  },
});
