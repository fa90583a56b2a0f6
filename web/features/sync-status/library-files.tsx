import { useEffect, useRef, useState } from 'react';
import { fileSize } from '#shared/text/file-size.ts';
import { fullDate } from '#shared/text/relative-time.ts';
import type { Library } from '../../data/library.ts';
import {
  exportLibrary,
  type ImportReport,
  importLibrary,
  type LibraryFile,
  type ReadFile,
  readLibraryFile,
} from '../../data/library-file.ts';
import { readSnapshot, type Snapshot, snapshotsOf } from '../../data/snapshots.ts';
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
  const [looked, setLooked] = useState<{ file: LibraryFile; report: ImportReport } | null>(null);

  async function exportAs(onlyWaiting: boolean): Promise<void> {
    const file = await exportLibrary(library, { onlyWaiting });
    const name = libraryFileName(file, onlyWaiting ? 'waiting' : 'library');
    saveFile(document, { name, text: JSON.stringify(file), type: 'application/json' });
  }

  async function look(chosen: File | undefined): Promise<void> {
    if (chosen === undefined) return;
    await lookAt(readLibraryFile(await chosen.text()));
  }

  async function lookAt(read: ReadFile): Promise<void> {
    if (!read.ok) {
      notify({ title: 'Nothing was imported', description: read.reason, kind: 'destructive' });
      return;
    }
    setLooked({ file: read.file, report: await importLibrary(library, read.file, { dryRun: true }) });
  }

  async function bringIn(file: LibraryFile): Promise<void> {
    const report = await importLibrary(library, file, { dryRun: false });
    setLooked(null);
    notify({ title: 'Library imported', description: importWords(report) });
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
        <Button size="sm" onClick={() => input.current?.click()}>
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
                aria-label={`Bring back from the copy of ${fullDate(at, {})}`}
                onClick={async () => lookAt(await readSnapshot(library, id))}
              >
                Bring back…
              </Button>
            </li>
          ))}
        </ul>
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
            <Button size="sm" onClick={() => setLooked(null)}>
              Cancel
            </Button>
            <Button size="sm" tone="primary" onClick={() => void bringIn(looked.file)}>
              Import
            </Button>
          </div>
        </div>
      )}
    </section>
  );
}

export function libraryFileName({ exportedAt, username }: LibraryFile, what = 'library'): string {
  const who = username.replace(/[^\p{L}\p{N}_-]+/gu, '-');
  return `promptory-${what}-${who}-${exportedAt.slice(0, 10)}.json`;
}

export function importWords({
  projects,
  prompts,
  versions,
  resources,
  changes,
  notApplied,
}: ImportReport): string {
  const parts = [
    [projects, 'project'],
    [prompts, 'prompt'],
    [versions, 'version'],
    [resources, 'file'],
    [changes, 'change'],
  ] as const;
  const said = parts
    .filter(([count]) => count > 0)
    .map(([count, one]) => `${count} ${one}${count === 1 ? '' : 's'}`);
  const added = said.length === 0 ? 'Nothing new is in it.' : `New: ${said.join(', ')}.`;
  return notApplied.length === 0 ? added : `${added} Not possible: ${notApplied.length}.`;
}
