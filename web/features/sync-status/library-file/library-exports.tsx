import { useRef, useState } from 'react';
import { message } from '#shared/language/message.ts';
import { t } from '#shared/language/translate.ts';
import type { Library } from '../../../data/database/library.ts';
import { jsonBlob } from '../../../data/transfer/json-parts.ts';
import {
  exportLibrary,
  libraryExportName,
  type ReadFile,
  readLibraryExport,
} from '../../../data/transfer/library-export.ts';
import { Button } from '../../../ui/button.tsx';
import { saveBlob } from '../../../ui/save-file.ts';
import type { ToastRequest } from '../../../ui/toaster-store.ts';
import { UnderWay } from '../../../ui/under-way.tsx';
import { importWords } from './import-words.ts';
import { SnapshotList } from './snapshot-list.tsx';
import { type LookedAt, useLibraryImport } from './use-library-import.ts';

export interface LibraryFilesProps {
  readonly library: Library;
  notify(toast: ToastRequest): void;
}

/** Exports the library as a file, and imports one after a look at what that would do. */
export function LibraryFiles({ library, notify }: LibraryFilesProps) {
  const input = useRef<HTMLInputElement>(null);
  const { looked, underWay, stop, lookAt, bringIn, cancel } = useLibraryImport(library, notify);

  async function look(chosen: File | undefined): Promise<void> {
    if (chosen === undefined) return;
    const text = await chosen.text().catch(() => null);
    const unreadable: ReadFile = { ok: false, reason: message('This file could not be read.') };
    await lookAt(text === null ? unreadable : readLibraryExport(text));
  }

  return (
    <section className="sync-section" aria-label={t('Library file')}>
      <h3>{t('Library as a file')}</h3>
      <div className="sync-change-acts">
        <ExportButton onExport={() => exportAs(library, notify)}>{t('Export library')}</ExportButton>
        <ExportButton onExport={() => exportAs(library, notify, { onlyWaiting: true })}>
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

interface ImportReviewProps {
  readonly looked: LookedAt;
  readonly pending: boolean;
  onCancel(): void;
  onImport(): void;
}

/** Shows what an import would do, for a person to decide. */
function ImportReview({ looked: { report }, pending, onCancel, onImport }: ImportReviewProps) {
  return (
    <div className="sync-import" role="alert">
      <p>
        {importWords(report)} {t('Nothing here is removed or replaced.')}
      </p>
      {report.notApplied.length > 0 && (
        <ul>
          {report.notApplied.slice(0, 10).map(({ what, why }) => (
            <li key={`${what}${why}`}>
              {what}: {t(why)}
            </li>
          ))}
        </ul>
      )}
      <div className="sync-change-acts">
        <Button size="sm" disabled={pending} onClick={onCancel}>
          {t('Cancel')}
        </Button>
        <Button size="sm" tone="primary" pending={pending} onClick={onImport}>
          {t('Import')}
        </Button>
      </div>
    </div>
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

/** Hands over the library, or what waits in it; tells where that cannot be read. */
export async function exportAs(
  library: Library,
  notify: LibraryFilesProps['notify'],
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
