import { useRef, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import type { Library } from '../../../data/database/library.ts';
import type { ImportReport } from '../../../data/transfer/import-report.ts';
import type { LibraryExport, ReadFile } from '../../../data/transfer/library-export.ts';
import { type ImportProgress, importLibrary } from '../../../data/transfer/library-import.ts';
import type { ToastRequest } from '../../../ui/toaster-store.ts';
import { brokenOff, failedToLook, importWords, progressWords, stopped } from './import-words.ts';

/** An export that was read, and what its import would do. */
export type LookedAt = { readonly file: LibraryExport; readonly report: ImportReport };

/** Describes what is in progress, in a sentence and in numbers. */
type ImportUnderWay = { readonly text: string; readonly progress: ImportProgress | null };

/** Imports an export in two steps: a dry run that is shown, and the import itself. */
export function useLibraryImport(library: Library, notify: (toast: ToastRequest) => void) {
  const [looked, setLooked] = useState<LookedAt | null>(null);
  const [underWay, setUnderWay] = useState<ImportUnderWay | null>(null);
  const stopping = useRef<AbortController | null>(null);

  async function goThrough(
    file: LibraryExport,
    { dryRun }: { dryRun: boolean },
  ): Promise<ImportReport | null> {
    const leaving = new AbortController();
    const { signal } = leaving;
    stopping.current = leaving;
    const onProgress = (progress: ImportProgress) =>
      setUnderWay({ text: progressWords(progress, dryRun), progress });
    setUnderWay({ text: dryRun ? t('Looking at the file…') : t('Bringing it in…'), progress: null });
    try {
      const report = await importLibrary(library, file, { dryRun, onProgress, signal });
      if (!signal.aborted) return report;
      if (!dryRun) notify(stopped(report));
      return null;
    } catch {
      notify(dryRun ? failedToLook() : brokenOff());
      return null;
    } finally {
      setUnderWay(null);
    }
  }

  return {
    looked,
    underWay,
    /** Ends what is under way after its portion. */
    stop: () => stopping.current?.abort(),
    async lookAt(read: ReadFile): Promise<void> {
      if (!read.ok) {
        notify({ title: t('Nothing was imported'), description: read.reason, kind: 'destructive' });
        return;
      }
      setLooked(null);
      const report = await goThrough(read.file, { dryRun: true });
      if (report !== null) setLooked({ file: read.file, report });
    },
    async bringIn(file: LibraryExport): Promise<void> {
      const report = await goThrough(file, { dryRun: false });
      if (report === null) return;
      setLooked(null);
      notify({ title: t('Library imported'), description: importWords(report) });
    },
    cancel: () => setLooked(null),
  };
}
