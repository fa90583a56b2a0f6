import { useEffect, useId, useRef, useState } from 'react';
import type { Library } from '../../data/database/library.ts';
import { type VersionItem, versionItemsOf } from '../../data/queries/version-items.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { ToastRequest } from '../../ui/toaster-store.ts';
import { useLive } from '../../ui/use-live.ts';
import { cannotDeleteAll, versionActions } from './version-actions.ts';
import { CurrentRow, VersionRow } from './version-row.tsx';
import { deletesAll, existing, nothingSelected, type Selection, toggled } from './version-selection.ts';
import './version-panel.css';

export type VersionPanelProps = {
  readonly library: Library;
  /** Null: the prompt was closed while a question about it stands. */
  readonly promptId: number | null;
  notify(toast: ToastRequest): void;
  /** The old version that is open in the editor; null, the default: the current text. */
  readonly activeVersionId?: number | null;
  /** Null: back to the current text. */
  onOpenVersion?(versionId: number | null): void;
  /** The time in milliseconds, for tests. */
  now?(): number;
};

/** A prompt's history: the current text, and under it every version that was saved, newest first. */
export function VersionPanel(props: VersionPanelProps) {
  const { library, promptId, notify, activeVersionId = null } = props;
  const heading = useId();
  const list = useRef<HTMLOListElement>(null);
  const found = useLive(
    () => (promptId === null ? [] : versionItemsOf(library, promptId)),
    [library, promptId],
  );
  const versions = found ?? [];
  const ids = versions.map(({ id }) => id);
  const now = useNow(props.now ?? Date.now);
  const [selection, setSelection] = useState<Selection | null>(null);
  const [doomed, setDoomed] = useState<Doomed | null>(null);
  const isBusy = useRef(false);
  const actions = versionActions(library, promptId, notify);
  const open = (versionId: number | null) => props.onOpenVersion?.(versionId);

  /**
   * Restoring and deleting lead back to the current text. One after the other, and without a button that is
   * disabled meanwhile: the one that was pressed keeps the focus.
   */
  async function run(task: () => Promise<boolean>): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    if (await task()) open(null);
    isBusy.current = false;
  }

  function askToDeleteSelected(chosen: Selection): void {
    if (deletesAll(chosen, ids)) notify(cannotDeleteAll);
    else setDoomed({ kind: 'several', ids: existing(chosen, ids) });
  }

  function deleteDoomed(): void {
    setDoomed(null);
    if (doomed?.kind === 'one') void run(() => actions.remove(doomed.version.id));
    if (doomed?.kind === 'several') {
      setSelection(null);
      void run(() => actions.removeAll(doomed.ids));
    }
  }

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
          onDelete={() => askToDeleteSelected(selection)}
        />
      )}
      <ol ref={list} className="version-list" aria-busy={found === undefined}>
        <CurrentRow
          isActive={activeVersionId === null}
          selecting={selection !== null}
          onOpen={() => open(null)}
        />
        {versions.map((version, index) => (
          <VersionRow
            key={version.id}
            version={version}
            isNewest={index === 0}
            isActive={version.id === activeVersionId}
            selection={
              selection && {
                checked: selection.has(version.id),
                disabled: false,
                onToggle: () => setSelection(toggled(selection, version.id)),
              }
            }
            now={now}
            onOpen={() => {
              void actions.open(version.id).then((isThere) => {
                if (isThere) open(version.id);
              });
            }}
            onRestore={() => void run(() => actions.restore(version.id))}
            onDelete={() => setDoomed({ kind: 'one', version })}
          />
        ))}
      </ol>
      <ConfirmDialog
        open={doomed !== null}
        onClose={() => setDoomed(null)}
        onConfirm={deleteDoomed}
        title={doomed?.kind === 'several' ? 'Delete Versions' : 'Delete Version'}
        question={`Are you sure you want to delete ${wordsOf(doomed)}? This action cannot be undone.`}
        finalFocus={() => list.current?.querySelector('button') ?? null}
      />
    </aside>
  );
}

type Doomed =
  | { readonly kind: 'one'; readonly version: VersionItem }
  | { readonly kind: 'several'; readonly ids: readonly number[] };

function wordsOf(doomed: Doomed | null): string {
  if (doomed === null) return 'this';
  if (doomed.kind === 'one') return `version ${doomed.version.version}`;
  return doomed.ids.length === 1 ? '1 version' : `${doomed.ids.length} versions`;
}

type SelectionBarProps = { readonly count: number; onAll(): void; onNone(): void; onDelete(): void };

function SelectionBar({ count, onAll, onNone, onDelete }: SelectionBarProps) {
  return (
    <div className="version-selection" role="toolbar" aria-label="Selected versions">
      <Button tone="quiet" size="sm" onClick={onAll}>
        All
      </Button>
      <Button tone="quiet" size="sm" onClick={onNone}>
        None
      </Button>
      <span className="version-selected" role="status">
        {count} selected
      </span>
      <Button tone="danger" size="sm" disabled={count === 0} onClick={onDelete}>
        Delete
      </Button>
    </div>
  );
}

/** The time, anew twice a minute, so that ages on the screen stay true. */
function useNow(read: () => number): number {
  const [now, setNow] = useState(read);
  useEffect(() => {
    const timer = setInterval(() => setNow(read()), 30_000);
    return () => clearInterval(timer);
  }, [read]);
  return now;
}
