import { useEffect, useEffectEvent } from 'react';
import type { Library } from '../../../data/database/library.ts';
import {
  newestVersionOf,
  unreviewedVersionsOf,
  type VersionItem,
  versionNumberOf,
} from '../../../data/queries/version-items.ts';
import { useLive } from '../../../ui/hooks/use-live.ts';
import type { ToastRequest } from '../../../ui/toast/toaster-store.ts';
import type { SaveState } from '../binding/save-state.ts';
import { versionMissing } from '../editor-toasts.ts';
import type { PromptEditor } from '../open-editors/show-editor.ts';

export type PaneVersions = {
  /** The number of the newest version; undefined while there is none, and until it is read. */
  readonly newest: number | undefined;
  /** The versions whose conflict nobody has reviewed, newest first. */
  readonly unreviewed: readonly VersionItem[];
};

const noVersions: PaneVersions = { newest: undefined, unreviewed: [] };

/** Returns what a pane shows of the versions of its prompt; never those of the prompt before. */
export function usePaneVersions(library: Library, promptId: number): PaneVersions {
  const found = useLive(async () => {
    const [newest, unreviewed] = await Promise.all([
      newestVersionOf(library, promptId),
      unreviewedVersionsOf(library, promptId),
    ]);
    return { of: promptId, newest, unreviewed };
  }, [library, promptId]);
  return found?.of === promptId ? found : noVersions;
}

/** Returns the number of the old version that is shown; null for the current text, and until it is read. */
export function useVersionNumber(library: Library, versionId: number | null): number | null {
  const found = useLive(async () => {
    const number = versionId === null ? undefined : await versionNumberOf(library, versionId);
    return { versionId, number: number ?? null };
  }, [library, versionId]);
  return found?.versionId === versionId ? found.number : null;
}

type ShownVersion = {
  /** `id` is null where the current text is shown. */
  readonly openVersion: { readonly id: number | null; leave(): void };
  notify(toast: ToastRequest): void;
};

/** Leaves an old version that is not there, or that is deleted while nothing unsaved is in it. */
export function useLeaveMissingVersion(shown: PromptEditor, props: ShownVersion): void {
  const isVersion = props.openVersion.id !== null;
  const isMissing = isVersion && shown.phase === 'missing';
  const isDeleted = isVersion && shown.phase === 'open' && holdsNothing(shown.state);
  const leave = useEffectEvent(() => {
    if (isMissing) props.notify(versionMissing());
    props.openVersion.leave();
  });
  useEffect(() => {
    if (isMissing || isDeleted) leave();
  }, [isMissing, isDeleted]);
}

/** The row is gone, and the editor holds nothing that is not stored elsewhere. */
function holdsNothing(state: SaveState): boolean {
  return state.kind === 'gone' && !state.unsaved && state.keptAs === null;
}
