import { Button } from '@chakra-ui/react';
import { useState } from 'react';
import { t } from '#shared/language/translate.ts';
import type { Library } from '../../../data/database/library.ts';
import { jsonBlob } from '../../../data/transfer/json-parts.ts';
import { exportLibrary, libraryExportName } from '../../../data/transfer/library-export.ts';
import { useLibrary } from '../../../session/open-library-context.ts';
import { Section } from '../../../ui/dialog-parts/section.tsx';
import { useNotify } from '../../../ui/provider.tsx';
import { saveBlob } from '../../../ui/save-file.ts';
import type { ToastRequest } from '../../../ui/toast/toaster-store.ts';
import { Acts } from '../change-list.tsx';
import { SnapshotList, type SnapshotListProps } from './snapshot-list.tsx';

export interface LibraryFilesProps extends SnapshotListProps {
  onExport(): void;
}

/** Exports what waits, and leads to the export of the library and to the import of one, or of a copy on this device. */
export function LibraryFiles({ onImport, onExport }: LibraryFilesProps) {
  const library = useLibrary();
  const notify = useNotify();
  return (
    <Section label={t('Library file')} title={t('Library as a file')}>
      <Acts>
        <Button size="sm" onClick={() => onImport([])}>
          {t('Import…')}
        </Button>
        <Button size="sm" onClick={onExport}>
          {t('Export…')}
        </Button>
        <ExportButton onExport={() => exportAs(library, notify, { onlyWaiting: true })}>
          {t('Export waiting changes')}
        </ExportButton>
      </Acts>
      <SnapshotList {...{ onImport }} />
    </Section>
  );
}

type ExportButtonProps = { readonly children: string; onExport(): Promise<void> };

function ExportButton({ children, onExport }: ExportButtonProps) {
  const [pending, setPending] = useState(false);
  async function act(): Promise<void> {
    setPending(true);
    try {
      await onExport();
    } finally {
      setPending(false);
    }
  }
  return (
    <Button size="sm" loading={pending} loadingText={t('Exporting...')} onClick={() => void act()}>
      {children}
    </Button>
  );
}

/** Hands over the library, or what waits in it; tells where that cannot be read. */
export async function exportAs(
  library: Library,
  notify: (toast: ToastRequest) => void,
  options: Parameters<typeof exportLibrary>[1] = {},
): Promise<void> {
  const onlyWaiting = options.onlyWaiting === true;
  try {
    const file = await exportLibrary(library, options);
    const name = libraryExportName(file, onlyWaiting ? 'waiting' : 'library');
    saveBlob(document, { name, blob: await jsonBlob(file) });
  } catch (error) {
    console.error('The library could not be exported.', error);
    const description = onlyWaiting
      ? t('What waits on this device could not be read.')
      : t('The library on this device could not be read.');
    notify({ title: t('Export failed'), description, kind: 'destructive' });
  }
}
