import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { type Doomed, useVersionPanel, type VersionHistory } from './use-version-panel.ts';
import { VersionList } from './version-list.tsx';
import { existing, nothingSelected } from './version-selection.ts';
import '../../ui/check.css';
import './version-panel.css';

export interface VersionPanelProps extends VersionHistory {
  /** The old version that is open in the editor; null, the default: the current text. */
  readonly activeVersionId?: number | null;
  /** The time in milliseconds, for tests. */
  now?(): number;
}

/** A prompt's history: the current text, and under it every version that was saved, newest first. */
export function VersionPanel(props: VersionPanelProps) {
  const heading = useId();
  const list = useRef<HTMLOListElement>(null);
  const now = useNow(props.now ?? Date.now);
  const panel = useVersionPanel(props);
  const { ids, selection, setSelection, doomed } = panel;
  return (
    <aside className="version-panel" aria-labelledby={heading}>
      <header className="version-panel-header">
        <h2 id={heading} className="version-panel-title">
          Version History
        </h2>
        <Button
          tone="quiet"
          size="sm"
          aria-pressed={selection !== null}
          onClick={() => setSelection(selection === null ? nothingSelected : null)}
        >
          {selection === null ? 'Select' : 'Done'}
        </Button>
      </header>
      {selection !== null && (
        <SelectionBar
          count={existing(selection, ids).length}
          onAll={() => setSelection(new Set(ids))}
          onNone={() => setSelection(nothingSelected)}
          onDelete={() => panel.askToDeleteSelected(selection)}
        />
      )}
      <VersionList ref={list} panel={panel} now={now} activeVersionId={props.activeVersionId ?? null} />
      <ConfirmDialog
        open={doomed !== null}
        onClose={panel.stopAsking}
        onConfirm={panel.deleteDoomed}
        title={doomed?.kind === 'several' ? 'Delete Versions' : 'Delete Version'}
        question={`Are you sure you want to delete ${wordsOf(doomed)}? This action cannot be undone.`}
        finalFocus={() => list.current?.querySelector('button') ?? null}
      />
    </aside>
  );
}

function wordsOf(doomed: Doomed | null): string {
  if (doomed === null) return 'this';
  if (doomed.kind === 'one') return `version ${doomed.version.version}`;
  return doomed.ids.length === 1 ? '1 version' : `${doomed.ids.length} versions`;
}

/** Returns the time, updated twice a minute, so that ages on the screen stay true. */
function useNow(read: () => number): number {
  const [now, setNow] = useState(read);
  useEffect(() => {
    const timer = setInterval(() => setNow(read()), 30_000);
    return () => clearInterval(timer);
  }, [read]);
  return now;
}
