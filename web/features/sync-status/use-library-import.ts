import { useState } from 'react';
import type { Library } from '../../data/database/library.ts';
import type { ImportReport } from '../../data/transfer/import-report.ts';
import type { LibraryExport, ReadFile } from '../../data/transfer/library-export.ts';
import { type ImportProgress, importLibrary } from '../../data/transfer/library-import.ts';
import type { ToastRequest } from '../../ui/toaster-store.ts';
import { brokenOff, failedToLook, importWords, progressWords } from './import-words.ts';

/** An export that was read, and what its import would do. */
export type LookedAt = { readonly file: LibraryExport; readonly report: ImportReport };

/** Imports an export in two steps: a dry run that is shown, and the import itself. */
export function useLibraryImport(library: Library, notify: (toast: ToastRequest) => void) {
  const [looked, setLooked] = useState<LookedAt | null>(null);
  const [underWay, setUnderWay] = useState<string | null>(null);

  async function goThrough(
    file: LibraryExport,
    { dryRun }: { dryRun: boolean },
  ): Promise<ImportReport | null> {
    const onProgress = (progress: ImportProgress) => setUnderWay(progressWords(progress, dryRun));
    setUnderWay(dryRun ? 'Looking at the file…' : 'Bringing it in…');
    try {
      return await importLibrary(library, file, { dryRun, onProgress });
    } catch {
      notify(dryRun ? failedToLook : brokenOff);
      return null;
    } finally {
      setUnderWay(null);
    }
  }

  return {
    looked,
    /** A sentence about what is in progress, or null. */
    underWay,
    async lookAt(read: ReadFile): Promise<void> {
      if (!read.ok) {
        notify({ title: 'Nothing was imported', description: read.reason, kind: 'destructive' });
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
      notify({ title: 'Library imported', description: importWords(report) });
    },
    cancel: () => setLooked(null),
  };
}
