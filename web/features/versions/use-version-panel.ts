import { useRef, useState } from 'react';
import type { Library } from '../../data/database/library.ts';
import { type VersionItem, versionIdsOf } from '../../data/queries/version-items.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { useLive } from '../../ui/hooks/use-live.ts';
import { useNotify } from '../../ui/provider.tsx';
import type { ToastRequest } from '../../ui/toast/toaster-store.ts';
import { useLabels } from './use-labels.ts';
import { cannotDeleteAll, versionActions } from './version-actions.ts';
import { deletesAll, existing, type Selection } from './version-selection.ts';

const noIds: readonly number[] = [];

/** The versions that a person is asked about before they are deleted. */
export type Doomed =
  | { readonly kind: 'one'; readonly version: VersionItem }
  | {
      readonly kind: 'several';
      readonly ids: readonly number[];
      /** Those of them that have a label: they are spared unless the person says otherwise. */
      readonly labelled: readonly number[];
      readonly sparesLabelled: boolean;
    };

/** Returns the versions that are deleted if the person agrees. */
export function doomedIds({ ids, labelled, sparesLabelled }: Extract<Doomed, { kind: 'several' }>): number[] {
  return sparesLabelled ? ids.filter((id) => !labelled.includes(id)) : [...ids];
}

export interface VersionHistory {
  /** Null: the prompt was closed while a question about it stands. */
  readonly promptId: number | null;
  /** A person opens it; null: back to the current text. */
  onOpenVersion?(versionId: number | null): void;
  /** The person has chosen a text to read: that of a version, or the current one. */
  onTextChosen?(): void;
  /** Back to the current text, after one was restored or deleted. */
  onLeaveVersion?(): void;
  onCopyLink?(versionId: number): void;
  /** Programs that read the version with this number, or links by which people do. */
  onUse?(by: 'programs' | 'links', version: number): void;
  /** The kept runs or the test cases of a version are to be shown. */
  onShow?: ((what: 'runs' | 'cases', versionId: number) => void) | undefined;
  /** Two versions are to be compared, the older one first, or a version and the current text: null. */
  onCompare?(before: number, after: number | null): void;
}

function useVersionIds(library: Library, promptId: number | null): readonly number[] | undefined {
  return useLive(() => (promptId === null ? noIds : versionIdsOf(library, promptId)), [library, promptId]);
}

/** Reads the versions of a prompt, and opens, restores, selects and deletes them. */
export function useVersionPanel(history: VersionHistory) {
  const library = useLibrary();
  const notify = useNotify();
  const { promptId, onOpenVersion, onLeaveVersion, onTextChosen } = history;
  const found = useVersionIds(library, promptId);
  const ids = found ?? noIds;
  const [selection, setSelection] = useState<Selection | null>(null);
  const labels = useLabels(promptId);
  const { doomed, setDoomed, ...deletion } = useDeletion({ ids, notify, labelsOf: labels.labelsOf });
  const isBusy = useRef(false);
  const actions = versionActions(library, promptId, notify);
  const show = (versionId: number | null) => onOpenVersion?.(versionId);

  /**
   * Restoring and deleting lead back to the current text. One after the other, and without a button that is
   * disabled meanwhile: the one that was pressed keeps the focus.
   */
  async function run(task: () => Promise<boolean>): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    if (await task()) onLeaveVersion?.();
    isBusy.current = false;
  }

  return {
    ...{ library, ids, selection, setSelection, doomed, labels },
    isRead: found !== undefined,
    showCurrent(): void {
      show(null);
      onTextChosen?.();
    },
    async open(versionId: number): Promise<void> {
      if (!(await actions.open(versionId))) return;
      show(versionId);
      onTextChosen?.();
    },
    ...elsewhere(history),
    compareWithCurrent: (versionId: number) => history.onCompare?.(versionId, null),
    compareSelected(chosen: Selection): void {
      const [newer, older] = existing(chosen, ids);
      if (newer !== undefined && older !== undefined) history.onCompare?.(older, newer);
    },
    restore: (versionId: number) => void run(() => actions.restore(versionId)),
    askToDelete: (version: VersionItem) => setDoomed({ kind: 'one', version }),
    ...deletion,
    stopAsking: () => setDoomed(null),
    deleteDoomed(): void {
      setDoomed(null);
      if (doomed?.kind === 'one') void run(() => actions.remove(doomed.version.id));
      if (doomed?.kind !== 'several') return;
      const chosen = doomedIds(doomed);
      if (deletesAll(new Set(chosen), ids)) notify(cannotDeleteAll());
      else if (chosen.length > 0) {
        setSelection(null);
        void run(() => actions.removeAll(chosen));
      }
    },
  };
}

/** Returns what is shown of a version outside of the panel. */
function elsewhere({ onCopyLink, onUse, onShow }: VersionHistory) {
  return {
    showRuns: (versionId: number) => onShow?.('runs', versionId),
    copyLink: (versionId: number) => onCopyLink?.(versionId),
    showPrograms: (version: number) => onUse?.('programs', version),
    shareToRead: (version: number) => onUse?.('links', version),
  };
}

/** Holds which versions a person is asked about before they are deleted. */
function useDeletion({
  ids,
  labelsOf,
  notify,
}: {
  notify(toast: ToastRequest): void;
  readonly ids: readonly number[];
  readonly labelsOf: ReadonlyMap<number, unknown>;
}) {
  const [doomed, setDoomed] = useState<Doomed | null>(null);
  return {
    doomed,
    setDoomed,
    askToDeleteSelected(chosen: Selection): void {
      const found = existing(chosen, ids);
      const labelled = found.filter((id) => labelsOf.has(id));
      if (deletesAll(chosen, ids) && labelled.length === 0) notify(cannotDeleteAll());
      else setDoomed({ kind: 'several', ids: found, labelled, sparesLabelled: true });
    },
    spareLabelled: (sparesLabelled: boolean) =>
      setDoomed((before) => (before?.kind === 'several' ? { ...before, sparesLabelled } : before)),
  };
}
