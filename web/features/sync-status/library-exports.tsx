import { useRef, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import type { Library } from '../../data/database/library.ts';
import { exportLibrary, type LibraryExport, readLibraryExport } from '../../data/transfer/library-export.ts';
import { Button } from '../../ui/button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import type { ToastRequest } from '../../ui/toaster-store.ts';
import { UnderWay } from '../../ui/under-way.tsx';
import { ImportReview } from './import-review.tsx';
import { SnapshotList } from './snapshot-list.tsx';
import { useLibraryImport } from './use-library-import.ts';

export interface LibraryFilesProps {
  readonly library: Library;
  notify(toast: ToastRequest): void;
}

/** Exports the library as a file, and imports one after a look at what that would do. */
export function LibraryFiles({ library, notify }: LibraryFilesProps) {
  const input = useRef<HTMLInputElement>(null);
  const { looked, underWay, stop, lookAt, bringIn, cancel } = useLibraryImport(library, notify);

  async function look(chosen: File | undefined): Promise<void> {
    if (chosen !== undefined) await lookAt(readLibraryExport(await chosen.text()));
  }

  return (
    <section className="sync-section" aria-label={t('Library file')}>
      <h3>{t('Library as a file')}</h3>
      <div className="sync-change-acts">
        <ExportButton onExport={() => exportAs(library, { onlyWaiting: false })}>
          {t('Export library')}
        </ExportButton>
        <ExportButton onExport={() => exportAs(library, { onlyWaiting: true })}>
          {t('Export waiting changes')}
        </ExportButton>
        <Button size="sm" disabled={underWay !== null} onClick={() => input.current?.click()}>
          {t('Import…')}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t('Library file to import')}
          accept="application/json,.json"
          onChange={(event) => {
            void look(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </div>
      <SnapshotList library={library} disabled={underWay !== null} onBringBack={lookAt} />
      {underWay !== null && <UnderWay {...underWay} onCancel={stop} />}
      {looked !== null && (
        <ImportReview
          looked={looked}
          pending={underWay !== null}
          onCancel={cancel}
          onImport={() => void bringIn(looked.file)}
        />
      )}
    </section>
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
    <Button size="sm" pending={pending} pendingText={t('Exporting...')} onClick={() => void act()}>
      {children}
    </Button>
  );
}

async function exportAs(library: Library, { onlyWaiting }: { onlyWaiting: boolean }): Promise<void> {
  const file = await exportLibrary(library, { onlyWaiting });
  const name = libraryExportName(file, onlyWaiting ? 'waiting' : 'library');
  saveFile(document, { name, text: JSON.stringify(file), type: 'application/json' });
}

export function libraryExportName({ exportedAt, username }: LibraryExport, what = 'library'): string {
  const who = username.replace(/[^\p{L}\p{N}_-]+/gu, '-');
  return `promptory-${what}-${who}-${exportedAt.slice(0, 10)}.json`;
}
