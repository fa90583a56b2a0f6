import { useEffect, useRef, useState } from 'react';
import { fileSize } from '#shared/text/file-size.ts';
import { fullDate } from '#shared/text/relative-time.ts';
import type { Library } from '../../data/database/library.ts';
import type { ImportReport } from '../../data/transfer/import-report.ts';
import {
  exportLibrary,
  type LibraryExport,
  type ReadFile,
  readLibraryExport,
} from '../../data/transfer/library-export.ts';
import { type ImportProgress, importLibrary } from '../../data/transfer/library-import.ts';
import { readSnapshot, type Snapshot, snapshotsOf } from '../../data/transfer/snapshots.ts';
import { Button } from '../../ui/button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import type { ToastRequest } from '../../ui/toaster-store.ts';

export interface LibraryFilesProps {
  readonly library: Library;
  notify(toast: ToastRequest): void;
}

/** The library as a file: out, and in again after a look at what that would do. */
export function LibraryFiles({ library, notify }: LibraryFilesProps) {
  const input = useRef<HTMLInputElement>(null);
  const [snapshots, setSnapshots] = useState<readonly Snapshot[]>([]);
  useEffect(() => {
    let isHere = true;
    snapshotsOf(library).then(
      (found) => isHere && setSnapshots(found),
      () => {
        // A browser that does not give them has none to offer.
      },
    );
    return () => {
      isHere = false;
    };
  }, [library]);
  const [looked, setLooked] = useState<{ file: LibraryExport; report: ImportReport } | null>(null);
  const [underWay, setUnderWay] = useState<string | null>(null);

  async function exportAs(onlyWaiting: boolean): Promise<void> {
    const file = await exportLibrary(library, { onlyWaiting });
    const name = libraryExportName(file, onlyWaiting ? 'waiting' : 'library');
    saveFile(document, { name, text: JSON.stringify(file), type: 'application/json' });
  }

  async function look(chosen: File | undefined): Promise<void> {
    if (chosen === undefined) return;
    await lookAt(readLibraryExport(await chosen.text()));
  }

  async function lookAt(read: ReadFile): Promise<void> {
    if (!read.ok) {
      notify({ title: 'Nothing was imported', description: read.reason, kind: 'destructive' });
      return;
    }
    setLooked(null);
    const report = await goThrough(read.file, { dryRun: true });
    if (report !== null) setLooked({ file: read.file, report });
  }

  async function bringIn(file: LibraryExport): Promise<void> {
    const report = await goThrough(file, { dryRun: false });
    if (report === null) return;
    setLooked(null);
    notify({ title: 'Library imported', description: importWords(report) });
  }

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

  return (
    <section className="sync-section" aria-label="Library file">
      <h3>Library as a file</h3>
      <div className="sync-change-acts">
        <Button size="sm" onClick={() => void exportAs(false)}>
          Export library
        </Button>
        <Button size="sm" onClick={() => void exportAs(true)}>
          Export waiting changes
        </Button>
        <Button size="sm" disabled={underWay !== null} onClick={() => input.current?.click()}>
          Import…
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Library file to import"
          accept="application/json,.json"
          onChange={(event) => {
            void look(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </div>
      {snapshots.length > 0 && (
        <ul className="sync-snapshots" aria-label="Copies on this device">
          {snapshots.map(({ id, at, bytes }) => (
            <li key={id}>
              {`Copy of ${fullDate(at, {})}, ${fileSize(bytes)} `}
              <Button
                size="sm"
                disabled={underWay !== null}
                aria-label={`Bring back from the copy of ${fullDate(at, {})}`}
                onClick={async () => lookAt(await readSnapshot(library, id))}
              >
                Bring back…
              </Button>
            </li>
          ))}
        </ul>
      )}
      {underWay !== null && (
        <p className="sync-import" role="status">
          {underWay}
        </p>
      )}
      {looked !== null && (
        <div className="sync-import" role="alert">
          <p>{importWords(looked.report)} Nothing here is removed or replaced.</p>
          {looked.report.notApplied.length > 0 && (
            <ul>
              {looked.report.notApplied.slice(0, 10).map(({ what, why }) => (
                <li key={`${what}${why}`}>
                  {what}: {why}
                </li>
              ))}
            </ul>
          )}
          <div className="sync-change-acts">
            <Button size="sm" disabled={underWay !== null} onClick={() => setLooked(null)}>
              Cancel
            </Button>
            <Button
              size="sm"
              tone="primary"
              pending={underWay !== null}
              onClick={() => void bringIn(looked.file)}
            >
              Import
            </Button>
          </div>
        </div>
      )}
    </section>
  );
}

export function libraryExportName({ exportedAt, username }: LibraryExport, what = 'library'): string {
  const who = username.replace(/[^\p{L}\p{N}_-]+/gu, '-');
  return `promptory-${what}-${who}-${exportedAt.slice(0, 10)}.json`;
}

const failedToLook: ToastRequest = {
  title: 'Nothing was imported',
  description: 'The library on this device could not be read. Try again.',
  kind: 'destructive',
};

const brokenOff: ToastRequest = {
  title: 'The import was broken off',
  description: 'What came in until then is here. Import it again, and it goes on.',
  kind: 'destructive',
};

function progressWords({ done, of }: ImportProgress, dryRun: boolean): string {
  const count = (number: number) => number.toLocaleString('en');
  return `${dryRun ? 'Looking at' : 'Bringing in'} ${count(done)} of ${count(of)}…`;
}

function importWords(report: ImportReport): string {
  const { projects, prompts, versions, texts, notes, resources, changes, notApplied } = report;
  const parts = [
    [projects, 'project'],
    [prompts, 'prompt'],
    [versions, 'version'],
    [resources, 'file'],
    [changes, 'change'],
  ] as const;
  const made = parts
    .filter(([count]) => count > 0)
    .map(([count, one]) => `${count} ${one}${count === 1 ? '' : 's'}`);
  const sentences = [
    made.length > 0 && `New: ${made.join(', ')}.`,
    texts === 1 && '1 text that differs is kept as a version.',
    texts > 1 && `${texts} texts that differ are kept as versions.`,
    notes > 0 && `${notes} ${notes === 1 ? 'note comes' : 'notes come'} back.`,
  ].filter((sentence) => sentence !== false);
  if (sentences.length === 0) sentences.push('Nothing new is in it.');
  if (notApplied.length > 0) sentences.push(`Not possible: ${notApplied.length}.`);
  return sentences.join(' ');
}
